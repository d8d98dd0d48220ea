import { serverError } from '../../errors.js'
import type { LeasedQuestion } from '../../operations/types.js'
import { ItemParams, paging, StreamParams, strictObject } from '../../schema/common.js'
import { checkCount } from '../../schema/item-bodies.js'
import {
  AnsweredView,
  AnswersBody,
  AnswersView,
  ClosedView,
  ForgottenView,
  HeartbeatView,
  IdsBody,
  LabelBody,
  LeaseBody,
  LeasedView,
  OpenPage,
  QuestionView,
  ReleasedView,
} from '../../schema/questions.js'
import { ReviewList, ReviewQuery } from '../../schema/review.js'
import { describeRole, isLabeller } from '../guard.js'
import { type Context, jsonResponse, type Route, route } from '../route.js'
import { DEFAULT_LIMIT, numberCursor, recordAudit, shownContent, toPage } from './common.js'
import { questionInWords } from './feature-words.js'
import { withItems } from './listing.js'

/** Adds the content of the items to questions. */
const withContent = async (
  { service }: Context,
  stream: string,
  questions: readonly LeasedQuestion[],
): Promise<readonly (LeasedQuestion & { readonly content: unknown })[]> => {
  const ids = questions.map(({ id }) => id)
  const found = ids.length > 0 ? await service.store.findItems(stream, ids) : []
  const contents = new Map(found.map(({ id, content }) => [id, shownContent(content)]))
  return questions.map((question) => {
    const content = contents.get(question.id) ?? null
    return { ...questionInWords(question, content), content }
  })
}

const labelling = { tag: 'Questions', access: 'labeller' } as const
const held = ['stream/unknown', 'question/unleased', 'question/closed', 'question/own'] as const

/** A route that closes a question without an answer. */
const closing = (operation: 'skip' | 'unsure', summary: string): Route =>
  route({
    ...labelling,
    method: 'POST',
    path: `/v1/streams/{stream}/questions/{id}/${operation}`,
    operation: operation === 'skip' ? 'skipQuestion' : 'unsureQuestion',
    summary,
    params: ItemParams,
    idempotent: true,
    response: jsonResponse(ClosedView, 'The state of the question'),
    errors: [...held, 'request/key-reused'],
    handle: async ({ params: { stream, id }, context, caller }) =>
      context.service.run(stream, operation, { id }, caller),
  })

export const questionRoutes: readonly Route[] = [
  route({
    ...labelling,
    method: 'POST',
    path: '/v1/streams/{stream}/questions/lease',
    operation: 'leaseQuestions',
    summary: 'Lease questions to answer',
    params: StreamParams,
    body: LeaseBody,
    example: { count: 5 },
    response: jsonResponse(
      LeasedView,
      'Questions with the content of their items; may be fewer than requested',
    ),
    errors: ['stream/unknown'],
    handle: async ({ params: { stream }, body: { count = 1 }, context, caller }) => {
      const questions = await context.service.run(stream, 'lease', { count }, caller)
      return { questions: await withContent(context, stream, questions) }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/questions',
    operation: 'listQuestions',
    summary: 'List open questions, oldest first',
    tag: 'Questions',
    access: 'reader',
    params: StreamParams,
    query: strictObject(paging()),
    response: jsonResponse(OpenPage, 'A page of open questions'),
    errors: ['stream/unknown', 'request/cursor'],
    handle: async ({ params, query: { cursor, limit = DEFAULT_LIMIT }, context, caller }) => {
      const request = { after: numberCursor(cursor) ?? 0, limit: limit + 1 }
      return toPage(
        await context.service.run(params.stream, 'questions', request, caller),
        limit,
        ({ t }) => t,
      )
    },
  }),
  route({
    ...labelling,
    method: 'POST',
    path: '/v1/streams/{stream}/questions/heartbeat',
    operation: 'heartbeatQuestions',
    summary: 'Renew leases',
    params: StreamParams,
    body: IdsBody,
    response: jsonResponse(
      HeartbeatView,
      'When the leases expire, and the ids that are no longer leased to the caller',
    ),
    errors: ['stream/unknown'],
    handle: async ({ params, body, context, caller }) =>
      context.service.run(params.stream, 'heartbeat', body, caller),
  }),
  route({
    ...labelling,
    method: 'POST',
    path: '/v1/streams/{stream}/questions/release',
    operation: 'releaseQuestions',
    summary: 'Release leased questions',
    params: StreamParams,
    body: IdsBody,
    response: jsonResponse(ReleasedView, 'The number of released questions'),
    errors: ['stream/unknown'],
    handle: async ({ params, body, context, caller }) =>
      context.service.run(params.stream, 'release', body, caller),
  }),
  route({
    ...labelling,
    method: 'POST',
    path: '/v1/streams/{stream}/questions/undo',
    operation: 'undoAnswer',
    summary: 'Undo your last answer and lease the question again',
    params: StreamParams,
    idempotent: true,
    response: jsonResponse(QuestionView, 'The question'),
    errors: ['stream/unknown', 'undo/nothing', 'request/key-reused'],
    handle: async ({ params: { stream }, context, caller }) => {
      const question = await context.service.run(stream, 'undo', {}, caller)
      return (await withContent(context, stream, [question]))[0]
    },
  }),
  route({
    ...labelling,
    method: 'POST',
    path: '/v1/streams/{stream}/questions/{id}/answer',
    operation: 'answerQuestion',
    summary: 'Answer a leased question',
    description:
      'With `label`, or with `labels` in a multi-label stream: classes that the question is about and that are not in ' +
      '`labels` are learned as absent; an empty list means none of them.',
    params: ItemParams,
    body: LabelBody,
    example: { label: 'spam' },
    idempotent: true,
    response: jsonResponse(AnsweredView, 'The outcome of the answer'),
    errors: [
      ...held,
      'question/leased',
      'label/closed',
      'stream/multi-label',
      'stream/single-label',
      'request/key-reused',
    ],
    handle: async ({ params: { stream, id }, body, context, caller, identity }) =>
      context.service.run(stream, 'answer', { id, ...body, isLabeller: isLabeller(identity) }, caller),
  }),
  closing('skip', 'Skip a question; it is returned to the budget'),
  closing('unsure', 'Close a question as unsure'),
  route({
    ...labelling,
    method: 'POST',
    path: '/v1/streams/{stream}/answers',
    operation: 'sendAnswers',
    summary: 'Label items without leases: asked or not, answered or not',
    description:
      'Labels of items that were not asked are learned as examples. Owners may change every label and answer for others with ' +
      '`by`. Labellers may change only their own labels; where several answers are wanted, theirs is one of them. Each answer ' +
      'has its own outcome, with the label `before`, from which a client can undo it.',
    params: StreamParams,
    body: AnswersBody,
    example: { answers: [{ id: 'mail-1', label: 'spam', by: 'Ada' }] },
    idempotent: true,
    response: jsonResponse(AnswersView, 'The outcome of each answer'),
    errors: ['stream/unknown', 'request/key-reused', 'stream/busy', 'store/full'],
    handle: async ({ params, body, context, caller, identity }) => {
      checkCount(body.answers.length, context.settings.batchLimit)
      const forOthers = body.answers.some(({ by = identity.name }) => by !== identity.name)
      if (isLabeller(identity) && forOthers)
        throw serverError('access/role', {
          needed: 'owner',
          name: identity.name,
          role: describeRole(identity),
        })
      return {
        answers: await context.service.run(
          params.stream,
          'answers',
          { ...body, isLabeller: isLabeller(identity) },
          caller,
        ),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/review',
    operation: 'reviewLabels',
    summary: 'List labels to check, the most doubtful first',
    description:
      'Disagreements are items about which people gave different answers. Mistakes are labels that the model contradicts with ' +
      'a probability of at least 80 %, now or before it knew the label; the latest 2,000 labels are compared.',
    tag: 'Questions',
    access: 'reader',
    exports: true,
    params: StreamParams,
    query: ReviewQuery,
    response: jsonResponse(ReviewList, 'Items with their labels and votes'),
    errors: ['stream/unknown'],
    handle: async ({ params: { stream }, query, context, caller, identity }) => {
      const { kind, limit = DEFAULT_LIMIT } = query
      const request = { kind, limit, isLabeller: isLabeller(identity) }
      const found = await context.service.run(stream, 'doubtful', request, caller)
      const doubts = new Map(found.map(({ id, doubt, suggested }) => [id, { doubt, suggested }]))
      const items = await withItems(context, stream, found)
      return { items: items.map((item) => ({ ...item, ...doubts.get(item.id) })) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/streams/{stream}/answers/{id}',
    operation: 'forgetAnswer',
    summary: 'Forget an answer and unlearn it',
    tag: 'Questions',
    access: 'owner',
    params: ItemParams,
    response: jsonResponse(ForgottenView, 'Whether an answer was forgotten'),
    errors: ['stream/unknown', 'item/unknown'],
    handle: async (call) => {
      const { params, context, caller } = call
      const { stream, id } = params
      const result = await context.service.run(stream, 'forget', { id }, caller)
      if (!result.forgotten && !(await hasItem(context, stream, id)))
        throw serverError('item/unknown', { stream, id })
      await recordAudit(call, 'forgetAnswer', { stream, detail: id })
      return result
    },
  }),
]

const hasItem = async ({ service }: Context, stream: string, id: string): Promise<boolean> =>
  (await service.store.findItems(stream, [id])).length > 0
