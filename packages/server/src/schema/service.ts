import { Type } from 'typebox'
import { subscriptions } from '../hooks/events.js'
import {
  ActionName,
  arraySchema,
  integerSchema,
  Label,
  lineSchema,
  Name,
  nullable,
  numberSchema,
  pageSchema,
  paging,
  recordSchema,
  StreamId,
  strictObject,
  Time,
} from './common.js'

const RoleView = Type.Enum(['owner', 'labeller', 'reader'])

const Expires = nullable(
  numberSchema(
    0,
    8.64e15,
    'When the token expires, in milliseconds since 1970; null is never. Default: after `tokenDays`',
  ),
)

export const TokenBody = strictObject(
  {
    name: Name,
    role: RoleView,
    stream: Type.Optional(StreamId),
    expires: Type.Optional(Expires),
  },
  'NewToken',
)
const token = {
  id: Type.String(),
  kind: Type.Enum(['token', 'session'], { description: 'A session is that of a browser' }),
  name: Name,
  role: RoleView,
  stream: Type.Optional(StreamId),
  created: Time,
  expires: Type.Optional(Time),
  previousUntil: Type.Optional(
    Type.Number({
      description: 'Until when the secret before the last rotation is valid, in milliseconds since 1970',
    }),
  ),
  used: Type.Optional(
    Type.Number({ description: 'When it was last used, to the minute, in milliseconds since 1970' }),
  ),
}
export const RotateBody = strictObject(
  {
    graceHours: Type.Optional(
      numberSchema(0, 8760, 'How long the previous secret stays valid; default 24, 0 ends it at once'),
    ),
    expires: Type.Optional(Expires),
  },
  'Rotation',
)
const TokenView = strictObject(token, 'Token')
export const CreatedToken = strictObject(
  { ...token, token: Type.String({ description: 'The token, shown only once' }) },
  'CreatedToken',
)
export const TokenList = strictObject({ items: Type.Array(TokenView) }, 'TokenList')
export const TokenParams = strictObject({ id: lineSchema(100, 'The id of a token') })

export const InviteBody = strictObject(
  {
    name: Name,
    days: Type.Optional(integerSchema(1, 365, 'After how many days the invitation expires; default 14')),
    actions: Type.Optional(
      Type.Array(ActionName, {
        maxItems: 4,
        uniqueItems: true,
        description: 'What the person may do in the stream, as a grant; default what labellers may',
      }),
    ),
  },
  'NewInvite',
)
const invite = {
  id: Type.String(),
  name: Name,
  created: Time,
  expires: Type.Optional(Time),
  used: token.used,
}
export const CreatedInvite = strictObject(
  { ...invite, token: Type.String({ description: 'The token, shown only once' }) },
  'CreatedInvite',
)
export const InviteList = strictObject({ items: Type.Array(strictObject(invite, 'Invite')) }, 'InviteList')
export const InviteParams = strictObject({ stream: StreamId, id: lineSchema(100, 'The id of an invitation') })

const SUBJECT = '^(?:role:(?:reader|labeller)|name:[^\\u0000-\\u001f\\u007f]{1,80})$'
const Subject = Type.String({
  maxLength: 85,
  pattern: SUBJECT,
  description: '`name:` and the name of a person, or `role:reader` or `role:labeller`',
})
export const GrantParams = strictObject({ subject: Subject })
export const StreamGrantParams = strictObject({ stream: StreamId, subject: Subject })
export const GrantBody = strictObject(
  {
    actions: Type.Array(ActionName, {
      maxItems: 4,
      uniqueItems: true,
      description:
        'What the subject may do; empty to hide the stream. Every action includes read, and manage includes all',
    }),
  },
  'NewGrant',
)
export const GrantView = strictObject(
  { subject: Subject, actions: Type.Array(ActionName), created: Time },
  'Grant',
)
export const GrantList = strictObject({ items: Type.Array(GrantView) }, 'GrantList')

export const MeView = strictObject(
  {
    name: Name,
    role: RoleView,
    stream: Type.Optional(StreamId),
    via: Type.Enum(['token', 'session', 'anonymous'], { description: 'How the caller is known' }),
    expires: Type.Optional(Time),
  },
  'Me',
)

export const AuditQuery = strictObject({
  ...paging(),
  stream: Type.Optional(StreamId),
  who: Type.Optional(lineSchema(200, 'The name of a person, or an address')),
  action: Type.Optional(lineSchema(80, 'The operation')),
})
export const AuditPage = pageSchema(
  strictObject(
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

const EventName = Type.Enum([...subscriptions], {
  description:
    'An event; * subscribes to all events, including future ones, except item.predicted, which must be named',
})
const Share = (description: string) => Type.Optional(numberSchema(0, 1, description))
const HookFilterView = strictObject(
  {
    classes: Type.Optional(arraySchema(Label, 1, 1000, 'Only items predicted as one of these classes')),
    minConfidence: Share('Only predictions with at least this confidence'),
    maxConfidence: Share('Only predictions with at most this confidence'),
  },
  'HookFilter',
)
export const HookBody = strictObject(
  {
    url: lineSchema(2000, 'An http or https URL'),
    events: Type.Optional(arraySchema(EventName, 1, 50, 'Events to subscribe to; default `*`')),
    filter: Type.Optional(HookFilterView),
  },
  'NewHook',
)
const hook = {
  id: Type.String(),
  stream: StreamId,
  url: Type.String(),
  events: Type.Array(Type.String()),
  filter: Type.Optional(HookFilterView),
  created: Time,
}
const HookView = strictObject(hook, 'Hook')
export const CreatedHook = strictObject(
  { ...hook, secret: Type.String({ description: 'The signing secret, shown only once' }) },
  'CreatedHook',
)
export const HookList = strictObject({ items: Type.Array(HookView) }, 'HookList')
const HookId = lineSchema(100, 'The id of a webhook')
export const HookParams = strictObject({ stream: StreamId, hook: HookId })
export const DeliveryParams = strictObject({
  stream: StreamId,
  hook: HookId,
  number: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The number of a delivery',
  }),
})
export const DeliveryView = strictObject(
  {
    number: Type.Integer(),
    hook: Type.String(),
    event: Type.String(),
    body: Type.String({ description: 'The JSON body as it is sent' }),
    due: Time,
    attempts: Type.Integer(),
    state: Type.Enum(['waiting', 'delivered', 'dead']),
    error: Type.Optional(Type.String({ description: 'Why the last attempt failed' })),
  },
  'Delivery',
)
export const DeliveryPage = pageSchema(DeliveryView, 'DeliveryPage')

const Limit = Type.Optional(Type.Number())
export const AlgorithmList = strictObject(
  {
    items: Type.Array(
      strictObject(
        {
          name: Type.String(),
          task: Type.Enum(['binary', 'multiclass', 'any']),
          summary: Type.String(),
          paper: Type.String(),
          sameAs: Type.Optional(Type.String()),
          dial: Type.Optional(Type.String({ description: 'The parameter that the budget adjusts' })),
          parameters: Type.Array(
            strictObject(
              {
                name: Type.String(),
                symbol: Type.String(),
                type: Type.Enum(['number', 'whole']),
                default: Type.Number(),
                summary: Type.String(),
                range: Type.String(),
                above: Limit,
                below: Limit,
                min: Limit,
                max: Limit,
                grid: Type.Optional(Type.Array(Type.Number())),
                words: Type.Optional(
                  recordSchema(Type.Number(), 10, 'Values that have a name, with the numbers they stand for'),
                ),
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
