import { ProblemError } from '@askance/server/client'
import { cliError } from '../../errors.js'
import type { Controls } from './controls.js'
import type { DemoItem, NumberedItem } from './data/data.js'
import { type DataName, demoData } from './data/index.js'
import { defaultSleep, Feed, type FeedState, type Sleep } from './feed.js'
import { SimulatedLabeller } from './labeller.js'
import { type Clients, type DemoSetup, DemoStream, isGone } from './stream.js'
import { Truth, type TruthValues } from './truth.js'

/** The progress of a demo. */
export interface DemoView extends Omit<Controls, 'paused'> {
  readonly data: DataName
  readonly stream: string
  readonly noun: string
  /** The number of classes. */
  readonly classes: number
  readonly total: number
  readonly arrived: number
  readonly state: FeedState
  readonly truth: TruthValues
}

/** The response of `GET /v1/demo`. */
export interface DemoReport extends DemoView {
  readonly taught: number
  readonly answers: { readonly people: number; readonly simulated: number }
}

/** All items were processed, the demo was stopped, or the stream was deleted. */
export type Ending = 'finished' | 'stopped' | 'gone'

export interface DemoOptions {
  readonly data: DataName
  readonly items: readonly DemoItem[]
  readonly setup: DemoSetup
  /** Flags on the command line. */
  readonly given: ReadonlySet<string>
  /** The current controls. */
  readonly controls: () => Controls
  readonly clients: Clients
  readonly sleep?: Sleep
  readonly now?: () => number
}

/** Sends items to a stream of the service, with an optional simulated labeller. */
export class Demo {
  readonly #options: DemoOptions
  readonly #truth: Truth
  readonly #stream: DemoStream
  #setup: DemoSetup
  #feed: Feed | undefined
  #labeller: SimulatedLabeller | undefined
  #played: Promise<Ending> | undefined
  #gone = false

  constructor(options: DemoOptions) {
    const { data, clients, setup } = options
    this.#options = options
    this.#setup = setup
    this.#truth = new Truth(demoData[data])
    this.#stream = new DemoStream(demoData[data], clients)
  }

  get setup(): DemoSetup {
    return this.#setup
  }

  view(): DemoView {
    const { data } = this.#options
    const { stream, noun, classes } = demoData[data]
    const { paused, ...controls } = this.#options.controls()
    return {
      data,
      stream,
      noun,
      classes: classes.length,
      total: this.#setup.items,
      arrived: this.#feed?.arrived ?? 0,
      state: this.#gone ? 'finished' : (this.#feed?.state ?? (paused ? 'paused' : 'arriving')),
      ...controls,
      truth: this.#truth.values(),
    }
  }

  async report(): Promise<DemoReport> {
    const { taught, ...answers } = await this.#counts()
    return { ...this.view(), taught, answers }
  }

  /** The stream can also be deleted while nothing is sent. */
  async #counts() {
    try {
      if (!this.#gone) return await this.#stream.counts()
    } catch (error) {
      if (!isGone(error)) throw error
      this.#gone = true
    }
    return { taught: 0, people: 0, simulated: 0 }
  }

  result() {
    return this.#stream.result()
  }

  /** Called after a change of the controls. */
  onChange(): void {
    this.#feed?.wake()
    this.#labeller?.onSettingsChange()
  }

  /** Creates the stream and teaches the examples, or continues it. */
  async open(): Promise<void> {
    const {
      data,
      items,
      given,
      controls,
      sleep = defaultSleep,
      now = () => performance.now(),
    } = this.#options
    const { classes } = demoData[data]
    const { setup, arriving } = await this.#stream.open(this.#setup, given, items)
    this.#setup = setup
    const byId = new Map(arriving.map(({ id, item }) => [id, item]))
    const service = this.#stream.service
    const feed = new Feed({
      service,
      items: arriving,
      arrived: await this.#countBefore(arriving, byId),
      controls,
      onPrediction: ({ item }, { predicted, asked }) => {
        this.#truth.add(predicted, item.label)
        if (asked) this.#labeller?.wake()
      },
      sleep,
      now,
    })
    this.#feed = feed
    this.#labeller = new SimulatedLabeller({
      service,
      truthOf: (id) => byId.get(id)?.label,
      classes,
      seed: this.#setup.seed,
      settings: () => controls().labeller,
      onAnswer: () => feed.wake(),
      sleep,
    })
  }

  play(): Promise<Ending> {
    this.#played ??= this.#play()
    return this.#played
  }

  async stop(): Promise<void> {
    this.#halt()
    await this.#played?.catch(() => undefined)
  }

  #halt(): void {
    this.#feed?.stop()
    this.#labeller?.stop()
  }

  async #play(): Promise<Ending> {
    // Each stops the other when it ends.
    const stop = (): void => this.#halt()
    const [through, labelled] = await Promise.allSettled([
      this.#feed?.run().finally(stop),
      this.#labeller?.run().finally(stop),
    ])
    const errors = [through, labelled].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    this.#gone ||= errors.some(isGone)
    const error = errors.find((reason) => !isGone(reason))
    if (error instanceof ProblemError) throw cliError('demo/service', { reason: error.message })
    if (error !== undefined) throw error
    if (this.#gone) return 'gone'
    return through.status === 'fulfilled' && through.value ? 'finished' : 'stopped'
  }

  /** Counts the predictions of previous starts; returns how many items had arrived. */
  async #countBefore(items: readonly NumberedItem[], byId: ReadonlyMap<string, DemoItem>): Promise<number> {
    const predicted = new Map<string, string>()
    for await (const prediction of this.#stream.previous()) predicted.set(prediction.id, prediction.predicted)
    let arrived = 0
    items.forEach(({ id }, k) => {
      const found = predicted.get(id)
      const item = byId.get(id)
      if (found === undefined || !item) return
      this.#truth.add(found, item.label)
      arrived = k + 1
    })
    return arrived
  }
}
