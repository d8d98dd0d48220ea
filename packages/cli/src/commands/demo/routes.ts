import { answers, type Route, route } from '@askance/server'
import { Type } from 'typebox'
import { STATES } from './arrival.js'
import { MOST } from './controls.js'
import type { Demo } from './demo.js'

const upTo = (maximum: number, description: string) => Type.Number({ minimum: 0, maximum, description })

const Pace = upTo(MOST.pace, 'Mails a second; 0 is as fast as it goes')
const labeller = {
  on: Type.Boolean({ description: 'Whether a simulated labeller, who knows the truth, answers' }),
  errorRate: upTo(MOST.errorRate, 'The share of its answers that are wrong'),
  delay: upTo(MOST.delay, 'Seconds before each of its answers'),
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
    whole: true,
    answer: answers(DemoView, 'The demonstration'),
    handle: async () => demo.view(),
  }),
  route({
    method: 'PATCH',
    path: '/v1/demo',
    operation: 'changeDemo',
    summary: 'Change the pace of the demonstration, pause it, or switch its labeller on and off',
    tag: 'Service',
    access: 'owner',
    whole: true,
    body: DemoChange,
    example: { labeller: { on: true, delay: 0.2 } },
    answer: answers(DemoView, 'The demonstration as it is now'),
    handle: async ({ body }) => demo.change(body),
  }),
]
