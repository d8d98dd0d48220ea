import { Type } from 'typebox'
import { EVERYTHING, hookEventNames } from '../hooks/events.js'
import { exactly, lineOf, listOf, Name, numberOf, pageOf, paging, StreamId, Time } from './common.js'

const RoleView = Type.Enum(['owner', 'labeller', 'reader'])

export const TokenBody = exactly(
  {
    name: Name,
    role: RoleView,
    stream: Type.Optional(StreamId),
    expires: Type.Optional(numberOf(0, 8.64e15, 'When it ends, in milliseconds since 1970')),
  },
  'NewToken',
)
const token = {
  id: Type.String(),
  name: Name,
  role: RoleView,
  stream: Type.Optional(StreamId),
  created: Time,
  expires: Type.Optional(Time),
}
export const TokenView = exactly(token, 'Token')
export const MadeToken = exactly(
  { ...token, token: Type.String({ description: 'The token itself: shown this once' }) },
  'MadeToken',
)
export const TokenList = exactly({ items: Type.Array(TokenView) }, 'TokenList')
export const TokenParams = exactly({ id: lineOf(100, 'The id of a token') })

export const MeView = exactly({ name: Name, role: RoleView, stream: Type.Optional(StreamId) }, 'Me')

export const AuditQuery = exactly({ ...paging(), stream: Type.Optional(StreamId) })
export const AuditPage = pageOf(
  exactly(
    {
      number: Type.Integer(),
      time: Time,
      who: Type.String(),
      action: Type.String(),
      stream: Type.Optional(Type.String()),
      detail: Type.Optional(Type.String()),
    },
    'AuditEntry',
  ),
  'AuditPage',
)

const EventName = Type.Enum([EVERYTHING, ...hookEventNames], {
  description: 'A kind of message; * is all of them, also those yet to come',
})
export const HookBody = exactly(
  {
    url: lineOf(2000, 'Where to send: an http or https address'),
    events: Type.Optional(listOf(EventName, 1, 50, 'What to tell; everything if not given')),
  },
  'NewHook',
)
const hook = {
  id: Type.String(),
  stream: StreamId,
  url: Type.String(),
  events: Type.Array(Type.String()),
  created: Time,
}
export const HookView = exactly(hook, 'Hook')
export const MadeHook = exactly(
  { ...hook, secret: Type.String({ description: 'What deliveries are signed with: shown this once' }) },
  'MadeHook',
)
export const HookList = exactly({ items: Type.Array(HookView) }, 'HookList')
const HookId = lineOf(100, 'The id of a webhook')
export const HookParams = exactly({ stream: StreamId, hook: HookId })
export const DeliveryParams = exactly({
  stream: StreamId,
  hook: HookId,
  number: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Of a delivery' }),
})
export const DeliveryView = exactly(
  {
    number: Type.Integer(),
    hook: Type.String(),
    event: Type.String(),
    body: Type.String({ description: 'JSON, as it is sent' }),
    due: Time,
    attempts: Type.Integer(),
    state: Type.Enum(['waiting', 'delivered', 'dead']),
    fault: Type.Optional(Type.String()),
  },
  'Delivery',
)
export const DeliveryPage = pageOf(DeliveryView, 'DeliveryPage')

const Limit = Type.Optional(Type.Number())
export const AlgorithmList = exactly(
  {
    items: Type.Array(
      exactly(
        {
          name: Type.String(),
          task: Type.Enum(['binary', 'multiclass', 'any']),
          summary: Type.String(),
          paper: Type.String(),
          sameAs: Type.Optional(Type.String()),
          parameters: Type.Array(
            exactly(
              {
                name: Type.String(),
                symbol: Type.String(),
                type: Type.Enum(['number', 'whole']),
                default: Type.Number(),
                summary: Type.String(),
                range: Type.String(),
                above: Limit,
                below: Limit,
                least: Limit,
                most: Limit,
                grid: Type.Optional(Type.Array(Type.Number())),
              },
              'Parameter',
            ),
          ),
        },
        'Algorithm',
      ),
    ),
  },
  'AlgorithmList',
)
