import { jsonResponse, type Route, route } from '@askance/server'
import { Type } from 'typebox'
import { type ControlsChange, MAX } from './controls.js'
import { DATA_NAMES, type DataName } from './data/index.js'
import type { DemoReport } from './demo.js'
import { STATES } from './feed.js'

/** What the pages can do with the demo. */
export interface Controlled {
  report(): Promise<DemoReport>
  change(change: ControlsChange): void
  /** Shows other data. */
  show(name: DataName): Promise<void>
}

const upTo = (maximum: number, description: string) => Type.Number({ minimum: 0, maximum, description })

const Pace = upTo(MAX.pace, 'Items per second while no question is open; 0 means no limit')
const labeller = {
  on: Type.Boolean({ description: 'Whether a simulated labeller, which knows the true labels, answers' }),
  errorRate: upTo(MAX.errorRate, 'The fraction of wrong answers'),
  delay: upTo(MAX.delay, 'Seconds before each answer'),
}
const Data = Type.Enum([...DATA_NAMES], { description: 'The data of the demo' })

const closed = { additionalProperties: false } as const

const DemoView = Type.Object(
  {
    data: Data,
    stream: Type.String({ description: 'The stream id' }),
    noun: Type.String({ description: 'What an item is called' }),
    classes: Type.Integer({ description: 'The number of classes' }),
    total: Type.Integer({ description: 'The number of items in the demo' }),
    arrived: Type.Integer({ description: 'The number of items that have arrived' }),
    taught: Type.Integer({ description: 'The number of examples that were learned before the first item' }),
    state: Type.Enum([...STATES], {
      description:
        'waiting: paused while many questions are open; finished: all items processed and all questions answered',
    }),
    pace: Pace,
    labeller: Type.Object(labeller, closed),
    answers: Type.Object(
      { people: Type.Integer(), simulated: Type.Integer() },
      { ...closed, description: 'Answers of people and of the simulated labeller' },
    ),
    truth: Type.Object(
      {
        items: Type.Integer({ description: 'The number of predicted items' }),
        accuracy: Type.Number({ description: 'The fraction of correct predictions; 0 before the first' }),
        f1: Type.Optional(Type.Number({ description: 'F1 of the positive class' })),
        curve: Type.Array(Type.Number(), { description: 'The accuracy of the latest items, over time' }),
      },
      { ...closed, description: 'The true quality of the predictions' },
    ),
  },
  { ...closed, title: 'Demo' },
)

const DemoChange = Type.Object(
  {
    data: Type.Optional(Data),
    paused: Type.Optional(Type.Boolean({ description: 'Whether the demo is paused' })),
    pace: Type.Optional(Pace),
    labeller: Type.Optional(Type.Partial(Type.Object(labeller), { ...closed, minProperties: 1 })),
  },
  { ...closed, minProperties: 1, title: 'DemoChange' },
)

/** The routes through which the pages read and control the demo. */
export const demoRoutes = (demo: Controlled): readonly Route[] => [
  route({
    method: 'GET',
    path: '/v1/demo',
    operation: 'readDemo',
    summary: 'Read the progress and the true quality of the demo',
    tag: 'Service',
    access: 'reader',
    serviceWide: true,
    response: jsonResponse(DemoView, 'The demo'),
    handle: () => demo.report(),
  }),
  route({
    method: 'PATCH',
    path: '/v1/demo',
    operation: 'changeDemo',
    summary: 'Change the data or the pace of the demo, pause it, or switch the simulated labeller on or off',
    tag: 'Service',
    access: 'owner',
    serviceWide: true,
    body: DemoChange,
    example: { labeller: { on: true, delay: 0.2 } },
    response: jsonResponse(DemoView, 'The demo after the change'),
    handle: async ({ body: { data, ...change } }) => {
      demo.change(change)
      if (data !== undefined) await demo.show(data)
      return demo.report()
    },
  }),
]
