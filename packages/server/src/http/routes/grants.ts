import type { Static } from 'typebox'
import { ALL_STREAMS, completeActions } from '../../access/grants.js'
import { serverError } from '../../errors.js'
import { StreamParams } from '../../schema/common.js'
import { GrantBody, GrantList, GrantParams, GrantView, StreamGrantParams } from '../../schema/service.js'
import type { GrantRecord } from '../../store/records.js'
import { emptyResponse, jsonResponse, type Route, type RouteCall, route } from '../route.js'
import { recordAudit, requireStream, withinQuota } from './common.js'

/** All grants are kept in memory and checked with every request. */
const MAX_GRANTS = 20_000

type Params = { readonly subject: string; readonly stream?: string }
type Call<Body = unknown> = RouteCall<Params, unknown, Body>

const shown = ({ subject, actions, created }: GrantRecord) => ({ subject, actions, created })

const list = async ({ params, context }: RouteCall<{ readonly stream?: string }, unknown, unknown>) => {
  const { stream = ALL_STREAMS } = params
  if (stream !== ALL_STREAMS) await requireStream(context, stream)
  const grants = await context.service.store.listGrants()
  return { items: grants.filter((grant) => grant.stream === stream).map(shown) }
}

/** Stores a grant and applies it at once, also to those who follow the stream. */
export const putGrant = async (call: Call<Static<typeof GrantBody>>) => {
  const { params, body, context } = call
  const { subject, stream = ALL_STREAMS } = params
  const { store } = context.service
  const grant = { subject, stream, actions: completeActions(body.actions), created: context.service.now() }
  // A grant replaces another about the same subject.
  const counted = async (): Promise<number> => {
    const others = (await store.listGrants()).filter(
      (one) => one.stream !== stream || one.subject !== subject,
    )
    if (others.length >= MAX_GRANTS)
      throw serverError('request/invalid', { reason: `there are ${MAX_GRANTS} grants already; delete some` })
    return stream === ALL_STREAMS ? 0 : others.filter((one) => one.stream === stream).length
  }
  await withinQuota(context, stream, 'grantsPerStream', counted, () => store.putGrant(grant))
  context.grants.changed()
  await recordAudit(call, 'putGrant', about(call, `${subject}: ${grant.actions.join(', ') || 'nothing'}`))
  return shown(grant)
}

const remove = async (call: Call): Promise<void> => {
  const { params, context } = call
  const { subject, stream = ALL_STREAMS } = params
  await context.service.store.deleteGrant(stream, subject)
  context.grants.changed()
  await recordAudit(call, 'deleteGrant', about(call, subject))
}

const about = ({ params: { stream } }: Call, detail: string) => ({
  detail,
  ...(stream !== undefined && { stream }),
})

const ofAll = { tag: 'Service', access: 'owner', serviceWide: true } as const satisfies Partial<Route>
const ofOne = { tag: 'Service', access: 'owner' } as const satisfies Partial<Route>

const description =
  'A grant replaces what a role allows. One about the stream comes before one about all streams, and one about the person ' +
  'before one about the role. Owners may always do everything.'

/** What people and roles may do, in one stream and in all. */
export const grantRoutes: readonly Route[] = [
  route({
    ...ofAll,
    method: 'GET',
    path: '/v1/grants',
    operation: 'listGrants',
    summary: 'List the grants about all streams',
    response: jsonResponse(GrantList, 'The grants'),
    handle: list,
  }),
  route({
    ...ofAll,
    method: 'PUT',
    path: '/v1/grants/{subject}',
    operation: 'putGrant',
    summary: 'Set what a person or a role may do in all streams',
    description,
    params: GrantParams,
    body: GrantBody,
    example: { actions: ['answer'] },
    response: jsonResponse(GrantView, 'The grant, with the actions that others include'),
    handle: putGrant,
  }),
  route({
    ...ofAll,
    method: 'DELETE',
    path: '/v1/grants/{subject}',
    operation: 'deleteGrant',
    summary: 'Delete a grant about all streams',
    params: GrantParams,
    response: emptyResponse('The grant was deleted'),
    errors: ['grant/unknown'],
    handle: remove,
  }),
  route({
    ...ofOne,
    method: 'GET',
    path: '/v1/streams/{stream}/grants',
    operation: 'listStreamGrants',
    summary: 'List the grants about a stream',
    params: StreamParams,
    response: jsonResponse(GrantList, 'The grants'),
    errors: ['stream/unknown'],
    handle: list,
  }),
  route({
    ...ofOne,
    method: 'PUT',
    path: '/v1/streams/{stream}/grants/{subject}',
    operation: 'putStreamGrant',
    summary: 'Set what a person or a role may do in a stream',
    description,
    params: StreamGrantParams,
    body: GrantBody,
    example: { actions: ['answer'] },
    response: jsonResponse(GrantView, 'The grant, with the actions that others include'),
    errors: ['stream/unknown', 'stream/full'],
    handle: putGrant,
  }),
  route({
    ...ofOne,
    method: 'DELETE',
    path: '/v1/streams/{stream}/grants/{subject}',
    operation: 'deleteStreamGrant',
    summary: 'Delete a grant about a stream',
    params: StreamGrantParams,
    response: emptyResponse('The grant was deleted'),
    errors: ['grant/unknown'],
    handle: remove,
  }),
]
