import { jsonResponse, type Route, route } from '@askance/server'
import { ProblemError } from '@askance/server/client'
import { Type } from 'typebox'
import { cliError } from '../../errors.js'
import { type Controls, type ControlsChange, MAX, withChange } from './controls.js'
import { SimulatedLabeller } from './labeller.js'
import { defaultSleep, type FeedState, MailFeed, type Sleep, STATES } from './mail-feed.js'
import { type Mail, type NumberedMail, orderedMails, Truth, type TruthValues } from './mails.js'
import {
  type Clients,
  type DemoSetup,
  demoService,
  isGone,
  openDemoStream,
  previousPredictions,
  STREAM,
} from './stream.js'

/** What `GET /v1/demo` tells. */
export interface DemoView extends Omit<Controls, 'paused'> {
  readonly stream: string
  readonly total: number
  readonly arrived: number
  readonly state: FeedState
  readonly truth: TruthValues
}

/** How it ended: all mails are through, it was stopped, or somebody deleted the stream. */
type Ending = 'finished' | 'stopped' | 'gone'

interface DemoOptions {
  readonly mails: readonly Mail[]
  readonly setup: DemoSetup
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
  #beginning: DemoSetup
  #arrival: MailFeed | undefined
  #labeller: SimulatedLabeller | undefined
  #played: Promise<Ending> | undefined
  #gone = false

  constructor(options: DemoOptions) {
    this.#options = options
    this.#controls = options.controls
    this.#beginning = { ...options.setup, mails: Math.min(options.setup.mails, options.mails.length) }
  }

  get beginning(): DemoSetup {
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
    this.#controls = withChange(this.#controls, change)
    this.#arrival?.wake()
    this.#labeller?.onSettingsChange()
    return this.view()
  }

  /** Begins the stream, or takes it up where it was left. */
  async open(clients: Clients): Promise<void> {
    const { mails, given, sleep = defaultSleep, now = () => performance.now() } = this.#options
    this.#beginning = await openDemoStream(clients.sender, this.#beginning, given, mails)
    const { seed } = this.#beginning
    const stream = orderedMails(mails, this.#beginning.mails, seed)
    const byId = new Map(stream.map((mail) => [mail.id, mail]))
    const service = demoService(clients)
    const arrival = new MailFeed({
      service,
      mails: stream,
      arrived: await this.#countBefore(clients, stream, byId),
      controls: () => this.#controls,
      onPrediction: (mail, { predicted, asked }) => {
        this.#truth.add(predicted, mail.label)
        if (asked) this.#labeller?.wake()
      },
      sleep,
      now,
    })
    this.#arrival = arrival
    this.#labeller = new SimulatedLabeller({
      service,
      truthOf: (id) => byId.get(id)?.label,
      seed,
      settings: () => this.#controls.labeller,
      onAnswer: () => arrival.wake(),
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
    for await (const { id, predicted } of previousPredictions(sender)) {
      const mail = byId.get(id)
      if (!mail) continue
      this.#truth.add(predicted, mail.label)
      arrived = Math.max(arrived, places.get(id) ?? 0)
    }
    return arrived
  }
}

const upTo = (maximum: number, description: string) => Type.Number({ minimum: 0, maximum, description })

const Pace = upTo(MAX.pace, 'Mails a second; 0 is as fast as it goes')
const labeller = {
  on: Type.Boolean({ description: 'Whether a simulated labeller, who knows the truth, answers' }),
  errorRate: upTo(MAX.errorRate, 'The share of its answers that are wrong'),
  delay: upTo(MAX.delay, 'Seconds before each of its answers'),
}

const closed = { additionalProperties: false } as const

const DemoView = Type.Object(
  {
    stream: Type.String({ description: 'The id of the stream' }),
    total: Type.Integer({ description: 'How many mails will have come in the end' }),
    arrived: Type.Integer({ description: 'How many have come' }),
    state: Type.Enum([...STATES], {
      description: 'Mails wait while many questions are open; finished is when none is left of either',
    }),
    pace: Pace,
    labeller: Type.Object(labeller, closed),
    truth: Type.Object(
      {
        items: Type.Integer({ description: 'The mails that were predicted' }),
        accuracy: Type.Number({
          description: 'The share of them predicted right; 0 as long as there are none',
        }),
        f1: Type.Number({ description: 'F1 of spam' }),
      },
      { ...closed, description: 'How good the predictions really were' },
    ),
  },
  { ...closed, title: 'Demo' },
)

const DemoChange = Type.Object(
  {
    paused: Type.Optional(Type.Boolean({ description: 'Whether no mails come for the time being' })),
    pace: Type.Optional(Pace),
    labeller: Type.Optional(Type.Partial(Type.Object(labeller), { ...closed, minProperties: 1 })),
  },
  { ...closed, minProperties: 1, title: 'DemoChange' },
)

/** The routes by which the pages see the demonstration and turn it. */
export const demoRoutes = (demo: Pick<Demo, 'view' | 'change'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/v1/demo',
    operation: 'readDemo',
    summary: 'How far the demonstration is, and how good it really is',
    tag: 'Service',
    access: 'reader',
    serviceWide: true,
    response: jsonResponse(DemoView, 'The demonstration'),
    handle: async () => demo.view(),
  }),
  route({
    method: 'PATCH',
    path: '/v1/demo',
    operation: 'changeDemo',
    summary: 'Change the pace of the demonstration, pause it, or switch its labeller on and off',
    tag: 'Service',
    access: 'owner',
    serviceWide: true,
    body: DemoChange,
    example: { labeller: { on: true, delay: 0.2 } },
    response: jsonResponse(DemoView, 'The demonstration as it is now'),
    handle: async ({ body }) => demo.change(body),
  }),
]
