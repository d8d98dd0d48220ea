import { ProblemError } from '@askance/server/client'
import { cliError } from '../../errors.js'
import { Arrival, type ArrivalState } from './arrival.js'
import { type Controls, type ControlsChange, changed } from './controls.js'
import { type Clients, doorOf, isGone, STREAM } from './door.js'
import { SimulatedLabeller } from './labeller.js'
import { type Mail, type NumberedMail, numbered } from './mails.js'
import { type Sleep, usualSleep } from './rest.js'
import { arrivedBefore, type Beginning, begunStream } from './stream.js'
import { Truth, type TruthValues } from './truth.js'

/** What `GET /v1/demo` tells. */
export interface DemoView extends Omit<Controls, 'paused'> {
  readonly stream: string
  readonly total: number
  readonly arrived: number
  readonly state: ArrivalState
  readonly truth: TruthValues
}

/** How it ended: all mails are through, it was stopped, or somebody deleted the stream. */
export type Ending = 'finished' | 'stopped' | 'gone'

export interface DemoOptions {
  readonly mails: readonly Mail[]
  readonly wanted: Beginning
  /** The flags that were given. */
  readonly given: ReadonlySet<string>
  readonly controls: Controls
  readonly sleep?: Sleep
  readonly now?: () => number
}

/** Mails that arrive at a stream of the service, and a labeller that can be switched on. */
export class Demo {
  readonly #options: DemoOptions
  #truth = new Truth()
  #controls: Controls
  #beginning: Beginning
  #arrival: Arrival | undefined
  #labeller: SimulatedLabeller | undefined
  #played: Promise<Ending> | undefined
  #gone = false

  constructor(options: DemoOptions) {
    this.#options = options
    this.#controls = options.controls
    this.#beginning = { ...options.wanted, mails: Math.min(options.wanted.mails, options.mails.length) }
  }

  get beginning(): Beginning {
    return this.#beginning
  }

  view(): DemoView {
    const { paused, ...controls } = this.#controls
    return {
      stream: STREAM,
      total: this.#beginning.mails,
      arrived: this.#arrival?.arrived ?? 0,
      state: this.#gone ? 'finished' : (this.#arrival?.state ?? (paused ? 'paused' : 'arriving')),
      ...controls,
      truth: this.#truth.values(),
    }
  }

  change(change: ControlsChange): DemoView {
    this.#controls = changed(this.#controls, change)
    this.#arrival?.wake()
    this.#labeller?.changed()
    return this.view()
  }

  /** Begins the stream, or takes it up where it was left. */
  async open(clients: Clients): Promise<void> {
    const { mails, given, sleep = usualSleep, now = () => performance.now() } = this.#options
    this.#beginning = await begunStream(clients.sender, this.#beginning, given, mails)
    const { seed } = this.#beginning
    const stream = numbered(mails, this.#beginning.mails, seed)
    const byId = new Map(stream.map((mail) => [mail.id, mail]))
    const door = doorOf(clients)
    const arrival = new Arrival({
      door,
      mails: stream,
      arrived: await this.#countBefore(clients, stream, byId),
      controls: () => this.#controls,
      told: (mail, { predicted, asked }) => {
        this.#truth.add(predicted, mail.label)
        if (asked) this.#labeller?.wake()
      },
      sleep,
      now,
    })
    this.#arrival = arrival
    this.#labeller = new SimulatedLabeller({
      door,
      truthOf: (id) => byId.get(id)?.label,
      seed,
      settings: () => this.#controls.labeller,
      answered: () => arrival.wake(),
      sleep,
    })
  }

  /** Lets mails arrive until it ends in one way or another. */
  play(): Promise<Ending> {
    this.#played ??= this.#play()
    return this.#played
  }

  async stop(): Promise<void> {
    this.#halt()
    await this.#played?.catch(() => undefined)
  }

  #halt(): void {
    this.#arrival?.stop()
    this.#labeller?.stop()
  }

  async #play(): Promise<Ending> {
    // Where one of them ends, the other does.
    const stop = (): void => this.#halt()
    const [through, labelled] = await Promise.allSettled([
      this.#arrival?.run().finally(stop),
      this.#labeller?.run().finally(stop),
    ])
    const faults = [through, labelled].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    this.#gone = faults.some(isGone)
    const fault = faults.find((reason) => !isGone(reason))
    if (fault instanceof ProblemError) throw cliError('demo/service', { reason: fault.message })
    if (fault !== undefined) throw fault
    if (this.#gone) return 'gone'
    return through.status === 'fulfilled' && through.value ? 'finished' : 'stopped'
  }

  /** Counts what was predicted before; gives how many mails had arrived. */
  async #countBefore(
    { sender }: Clients,
    mails: readonly NumberedMail[],
    byId: ReadonlyMap<string, NumberedMail>,
  ): Promise<number> {
    const places = new Map(mails.map(({ id }, k) => [id, k + 1]))
    let arrived = 0
    for await (const { id, predicted } of arrivedBefore(sender)) {
      const mail = byId.get(id)
      if (!mail) continue
      this.#truth.add(predicted, mail.label)
      arrived = Math.max(arrived, places.get(id) ?? 0)
    }
    return arrived
  }
}
