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

/** The response of `GET /v1/demo`. */
export interface DemoView extends Omit<Controls, 'paused'> {
  readonly stream: string
  readonly total: number
  readonly arrived: number
  readonly state: FeedState
  readonly truth: TruthValues
}

/** All mails were processed, the demo was stopped, or the stream was deleted. */
type Ending = 'finished' | 'stopped' | 'gone'

interface DemoOptions {
  readonly mails: readonly Mail[]
  readonly setup: DemoSetup
  /** Flags on the command line. */
  readonly given: ReadonlySet<string>
  readonly controls: Controls
  readonly sleep?: Sleep
  readonly now?: () => number
}

/** Sends mails to a stream of the service, with an optional simulated labeller. */
export class Demo {
  readonly #options: DemoOptions
  #truth = new Truth()
  #controls: Controls
  #setup: DemoSetup
  #arrival: MailFeed | undefined
  #labeller: SimulatedLabeller | undefined
  #played: Promise<Ending> | undefined
  #gone = false

  constructor(options: DemoOptions) {
    this.#options = options
    this.#controls = options.controls
    this.#setup = { ...options.setup, mails: Math.min(options.setup.mails, options.mails.length) }
  }

  get setup(): DemoSetup {
    return this.#setup
  }

  view(): DemoView {
    const { paused, ...controls } = this.#controls
    return {
      stream: STREAM,
      total: this.#setup.mails,
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

  /** Creates the stream, or continues it. */
  async open(clients: Clients): Promise<void> {
    const { mails, given, sleep = defaultSleep, now = () => performance.now() } = this.#options
    this.#setup = await openDemoStream(clients.sender, this.#setup, given, mails)
    const { seed } = this.#setup
    const stream = orderedMails(mails, this.#setup.mails, seed)
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
    // Each stops the other when it ends.
    const stop = (): void => this.#halt()
    const [through, labelled] = await Promise.allSettled([
      this.#arrival?.run().finally(stop),
      this.#labeller?.run().finally(stop),
    ])
    const errors = [through, labelled].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    this.#gone = errors.some(isGone)
    const error = errors.find((reason) => !isGone(reason))
    if (error instanceof ProblemError) throw cliError('demo/service', { reason: error.message })
    if (error !== undefined) throw error
    if (this.#gone) return 'gone'
    return through.status === 'fulfilled' && through.value ? 'finished' : 'stopped'
  }

  /** Counts the predictions of previous starts; returns how many mails had arrived. */
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

const Pace = upTo(MAX.pace, 'Mails per second; 0 means no limit')
const labeller = {
  on: Type.Boolean({ description: 'Whether a simulated labeller, which knows the true labels, answers' }),
  errorRate: upTo(MAX.errorRate, 'The fraction of wrong answers'),
  delay: upTo(MAX.delay, 'Seconds before each answer'),
}

const closed = { additionalProperties: false } as const

const DemoView = Type.Object(
  {
    stream: Type.String({ description: 'The stream id' }),
    total: Type.Integer({ description: 'The number of mails in the demo' }),
    arrived: Type.Integer({ description: 'The number of mails that have arrived' }),
    state: Type.Enum([...STATES], {
      description:
        'waiting: paused while many questions are open; finished: all mails processed and all questions answered',
    }),
    pace: Pace,
    labeller: Type.Object(labeller, closed),
    truth: Type.Object(
      {
        items: Type.Integer({ description: 'The number of predicted mails' }),
        accuracy: Type.Number({
          description: 'The fraction of correct predictions; 0 before the first',
        }),
        f1: Type.Number({ description: 'F1 of spam' }),
      },
      { ...closed, description: 'The true quality of the predictions' },
    ),
  },
  { ...closed, title: 'Demo' },
)

const DemoChange = Type.Object(
  {
    paused: Type.Optional(Type.Boolean({ description: 'Whether the demo is paused' })),
    pace: Type.Optional(Pace),
    labeller: Type.Optional(Type.Partial(Type.Object(labeller), { ...closed, minProperties: 1 })),
  },
  { ...closed, minProperties: 1, title: 'DemoChange' },
)

/** The routes through which the pages read and control the demo. */
export const demoRoutes = (demo: Pick<Demo, 'view' | 'change'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/v1/demo',
    operation: 'readDemo',
    summary: 'Read the progress and the true quality of the demo',
    tag: 'Service',
    access: 'reader',
    serviceWide: true,
    response: jsonResponse(DemoView, 'The demo'),
    handle: async () => demo.view(),
  }),
  route({
    method: 'PATCH',
    path: '/v1/demo',
    operation: 'changeDemo',
    summary: 'Change the pace of the demo, pause it, or switch the simulated labeller on or off',
    tag: 'Service',
    access: 'owner',
    serviceWide: true,
    body: DemoChange,
    example: { labeller: { on: true, delay: 0.2 } },
    response: jsonResponse(DemoView, 'The demo after the change'),
    handle: async ({ body }) => demo.change(body),
  }),
]
