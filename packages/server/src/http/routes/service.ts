import type { Algorithm } from '@askance/core'
import { catalogue, rangeOf } from '@askance/core/internals'
import { createToken, deleteToken } from '../../access/tokens.js'
import {
  AlgorithmList,
  AuditPage,
  AuditQuery,
  CreatedToken,
  MeView,
  TokenBody,
  TokenList,
  TokenParams,
} from '../../schema/service.js'
import type { TokenRecord } from '../../store/records.js'
import { emptyResponse, jsonResponse, type Route, route } from '../route.js'
import { DEFAULT_LIMIT, numberCursor, requireStream, toPage } from './common.js'

const owning = { tag: 'Service', access: 'owner', whole: true } as const

const withoutHash = ({ hash: _, ...shown }: TokenRecord): Omit<TokenRecord, 'hash'> => shown

/** An algorithm as data, from which a form can be made. */
const describeAlgorithm = ({ name, task, learner, rule, paper, sameAs, parameters }: Algorithm) => ({
  name,
  task,
  summary: `${learner.summary}; ${rule.summary}`,
  paper,
  ...(sameAs !== undefined && { sameAs }),
  parameters: parameters.map((parameter) => ({ ...parameter, range: rangeOf(parameter) })),
})

export const serviceRoutes: readonly Route[] = [
  route({
    ...owning,
    method: 'POST',
    path: '/v1/tokens',
    operation: 'createToken',
    summary: 'Make a token for somebody',
    body: TokenBody,
    example: { name: 'Ada', role: 'labeller', stream: 'mails' },
    response: jsonResponse(CreatedToken, 'The token itself: it is shown this once', 201),
    errors: ['stream/unknown'],
    handle: async ({ body, context, identity }) => {
      const { service } = context
      if (body.stream !== undefined) await requireStream(context, body.stream)
      const { token, record } = await createToken(service.store, body, identity.name, service.now())
      return { ...withoutHash(record), token }
    },
  }),
  route({
    ...owning,
    method: 'GET',
    path: '/v1/tokens',
    operation: 'listTokens',
    summary: 'List tokens, without the tokens themselves',
    response: jsonResponse(TokenList, 'All tokens'),
    handle: async ({ context }) => ({ items: (await context.service.store.listTokens()).map(withoutHash) }),
  }),
  route({
    ...owning,
    method: 'DELETE',
    path: '/v1/tokens/{id}',
    operation: 'deleteToken',
    summary: 'Delete a token: it opens nothing from now on',
    params: TokenParams,
    response: emptyResponse('It is gone'),
    errors: ['token/unknown'],
    handle: async ({ params: { id }, context: { service, tokens }, identity }) => {
      await deleteToken(service.store, id, identity.name, service.now())
      tokens.forget(id)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/me',
    operation: 'readMe',
    summary: 'Who you are here, and what you may do',
    tag: 'Service',
    access: 'reader',
    response: jsonResponse(MeView, 'You'),
    handle: async ({ identity }) => identity,
  }),
  route({
    ...owning,
    method: 'GET',
    path: '/v1/audit',
    operation: 'listAudit',
    summary: 'List what owners did, the latest first',
    query: AuditQuery,
    response: jsonResponse(AuditPage, 'A page of what was done'),
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
    summary: 'List the algorithms with their parameters',
    tag: 'Service',
    access: 'reader',
    response: jsonResponse(AlgorithmList, 'All algorithms'),
    handle: async () => ({ items: catalogue.map(describeAlgorithm) }),
  }),
]
