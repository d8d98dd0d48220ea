import { createToken, deleteToken } from '../../access/tokens.js'
import { serverError } from '../../errors.js'
import { StreamParams } from '../../schema/common.js'
import { CreatedInvite, InviteBody, InviteList, InviteParams } from '../../schema/service.js'
import type { TokenRecord } from '../../store/records.js'
import { type Context, emptyResponse, jsonResponse, type Route, route } from '../route.js'
import { requireStream, withinQuota } from './common.js'
import { putGrant } from './grants.js'

const DAY = 24 * 60 * 60 * 1000
const DEFAULT_DAYS = 14

const inviting = { tag: 'Service', access: 'owner' } as const satisfies Partial<Route>

const shown = ({ id, name, created, expires, used }: TokenRecord) => ({
  id,
  name,
  created,
  ...(expires !== undefined && { expires }),
  ...(used !== undefined && { used }),
})

/** The tokens of labellers of one stream. */
const invitesOf = async ({ service }: Context, stream: string): Promise<readonly TokenRecord[]> =>
  (await service.store.listTokens()).filter((token) => token.stream === stream && token.role === 'labeller')

/** Tokens for labellers of one stream, which an owner of that stream may create and revoke. */
export const inviteRoutes: readonly Route[] = [
  route({
    ...inviting,
    method: 'POST',
    path: '/v1/streams/{stream}/invites',
    operation: 'createInvite',
    summary: 'Invite a labeller to a stream',
    description:
      'Creates a labeller token for this stream. Append it to the address of the desk as `/join#TOKEN`: opening that link signs ' +
      'the person in. The fragment of an address is not sent to the server.',
    params: StreamParams,
    body: InviteBody,
    example: { name: 'Ada', days: 7, actions: ['answer'] },
    response: jsonResponse(CreatedInvite, 'The invitation with its token, which is shown only once', 201),
    errors: ['stream/unknown', 'stream/full'],
    handle: async (call) => {
      const { params, body, context, identity } = call
      const { stream } = params
      const { name, days = DEFAULT_DAYS, actions } = body
      await requireStream(context, stream)
      const { service } = context
      const now = service.now()
      const invited = { name, role: 'labeller', stream, expires: now + days * DAY } as const
      const counted = async () => (await invitesOf(context, stream)).length
      // The grant comes first: where it is refused, nobody may have a token without it.
      const create = async () => {
        if (actions)
          await putGrant({ ...call, params: { stream, subject: `name:${name}` }, body: { actions } })
        return createToken(service.store, invited, identity.name, now)
      }
      const { token, record } = await withinQuota(context, stream, 'invitesPerStream', counted, create)
      return { ...shown(record), token }
    },
  }),
  route({
    ...inviting,
    method: 'GET',
    path: '/v1/streams/{stream}/invites',
    operation: 'listInvites',
    summary: 'List the labeller tokens of a stream without their secrets',
    params: StreamParams,
    response: jsonResponse(InviteList, 'All invitations, including expired ones'),
    errors: ['stream/unknown'],
    handle: async ({ params: { stream }, context }) => {
      await requireStream(context, stream)
      await context.lastUse.flush()
      return { items: (await invitesOf(context, stream)).map(shown) }
    },
  }),
  route({
    ...inviting,
    method: 'DELETE',
    path: '/v1/streams/{stream}/invites/{id}',
    operation: 'deleteInvite',
    summary: 'Revoke a labeller token of a stream',
    params: InviteParams,
    response: emptyResponse('The invitation was revoked'),
    errors: ['token/unknown'],
    handle: async ({ params: { stream, id }, context, identity }) => {
      const { service, tokens } = context
      if (!(await invitesOf(context, stream)).some((invite) => invite.id === id))
        throw serverError('token/unknown', { id })
      await deleteToken(service.store, id, identity.name, service.now())
      tokens.forget(id)
    },
  }),
]
