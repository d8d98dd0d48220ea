import type { Algorithm } from '@askance/core'
import { catalogue, dialOf, rangeOf } from '@askance/core/internals'
import { createToken, deleteToken, expiryOf, rotateToken } from '../../access/tokens.js'
import {
  AlgorithmList,
  AuditPage,
  AuditQuery,
  CreatedToken,
  MeView,
  RotateBody,
  TokenBody,
  TokenList,
  TokenParams,
} from '../../schema/service.js'
import type { TokenRecord } from '../../store/records.js'
import { emptyResponse, jsonResponse, type Route, route } from '../route.js'
import { DEFAULT_LIMIT, numberCursor, requireStream, toPage } from './common.js'

const owning = { tag: 'Service', access: 'owner', serviceWide: true } as const satisfies Partial<Route>

const withoutSecrets = ({ hash: _, previous: __, ...shown }: TokenRecord) => shown

/** The declaration of an algorithm, from which clients can build a form. */
const describeAlgorithm = (algorithm: Algorithm) => {
  const { name, task, learner, rule, paper, sameAs, parameters } = algorithm
  const dial = dialOf(algorithm)?.parameter.name
  return {
    name,
    task,
    summary: `${learner.summary}; ${rule.summary}`,
    paper,
    ...(sameAs !== undefined && { sameAs }),
    ...(dial !== undefined && { dial }),
    parameters: parameters.map((parameter) => ({ ...parameter, range: rangeOf(parameter) })),
  }
}

export const serviceRoutes: readonly Route[] = [
  route({
    ...owning,
    method: 'POST',
    path: '/v1/tokens',
    operation: 'createToken',
    summary: 'Create a token',
    body: TokenBody,
    example: { name: 'Ada', role: 'labeller', stream: 'mails' },
    response: jsonResponse(CreatedToken, 'The token, which is shown only once', 201),
    errors: ['stream/unknown'],
    handle: async ({ body, context, identity }) => {
      const { service } = context
      const { expires, ...rest } = body
      const now = service.now()
      if (body.stream !== undefined) await requireStream(context, body.stream)
      const given = { ...rest, ...expiryOf(expires, context.settings, now) }
      const { token, record } = await createToken(service.store, given, identity.name, now)
      return { ...withoutSecrets(record), token }
    },
  }),
  route({
    ...owning,
    method: 'GET',
    path: '/v1/tokens',
    operation: 'listTokens',
    summary: 'List tokens without their secrets',
    response: jsonResponse(TokenList, 'All tokens'),
    handle: async ({ context: { service, lastUse } }) => {
      await lastUse.flush()
      return { items: (await service.store.listTokens()).map(withoutSecrets) }
    },
  }),
  route({
    ...owning,
    method: 'DELETE',
    path: '/v1/tokens/{id}',
    operation: 'deleteToken',
    summary: 'Revoke a token',
    params: TokenParams,
    response: emptyResponse('The token was revoked'),
    errors: ['token/unknown'],
    handle: async ({ params: { id }, context: { service, tokens }, identity }) => {
      await deleteToken(service.store, id, identity.name, service.now())
      tokens.forget(id)
    },
  }),
  route({
    ...owning,
    method: 'POST',
    path: '/v1/tokens/{id}/rotate',
    operation: 'rotateToken',
    summary: 'Give a token a new secret',
    description:
      'The previous secret stays valid for `graceHours`, so that programs can change to the new one without a pause. A token ' +
      'rotated twice has only the last two secrets.',
    params: TokenParams,
    body: RotateBody,
    example: { graceHours: 24 },
    response: jsonResponse(CreatedToken, 'The token with its new secret, which is shown only once'),
    errors: ['token/unknown'],
    handle: async ({ params: { id }, body, context: { service, settings, tokens }, identity }) => {
      const { graceHours, expires } = body
      const now = service.now()
      const rotation = {
        ...(graceHours !== undefined && { graceHours }),
        ...expiryOf(expires, settings, now),
      }
      const { token, record } = await rotateToken(service.store, id, rotation, identity.name, now)
      if (graceHours === 0) tokens.forget(id)
      else tokens.reread(id)
      return { ...withoutSecrets(record), token }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/me',
    operation: 'readMe',
    summary: 'Read your name and role',
    tag: 'Service',
    access: 'reader',
    response: jsonResponse(MeView, 'The caller'),
    handle: async ({ identity, request: { token } }) => ({
      ...identity,
      via: token?.kind ?? 'anonymous',
      ...(token?.expires !== undefined && { expires: token.expires }),
    }),
  }),
  route({
    ...owning,
    method: 'GET',
    path: '/v1/audit',
    operation: 'listAudit',
    summary: 'List the audit log, latest first',
    query: AuditQuery,
    response: jsonResponse(AuditPage, 'A page of audit entries'),
    errors: ['request/cursor'],
    handle: async ({ query: { cursor, limit = DEFAULT_LIMIT, ...filter }, context }) => {
      const before = numberCursor(cursor)
      const list = { limit: limit + 1, ...(before !== undefined && { before }), ...filter }
      return toPage(await context.service.store.listAudit(list), limit, ({ number }) => number)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/algorithms',
    operation: 'listAlgorithms',
    summary: 'List algorithms and their parameters',
    tag: 'Service',
    access: 'reader',
    response: jsonResponse(AlgorithmList, 'All algorithms'),
    handle: async () => ({ items: catalogue.map(describeAlgorithm) }),
  }),
]
