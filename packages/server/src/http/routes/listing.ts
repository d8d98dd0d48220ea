import { serverError } from '../../errors.js'
import type { ItemQuery } from '../../schema/items.js'
import type { ItemRecord } from '../../store/records.js'
import type { AskedItem } from '../../stream/operations.js'
import { contentOf, foundStream } from '../asked.js'
import { numberIn, pageFrom, USUAL_LIMIT } from '../cursor.js'
import type { Asked } from '../route.js'

type Listing = Asked<{ stream: string }, ItemQuery, unknown>

/** A page of items, the latest first, with what became of those that were asked about. */
export const listedItems = async (asked: Listing) => {
  const { params, query, context, caller } = asked
  await foundStream(context, params.stream)
  const { cursor, limit = USUAL_LIMIT, wrong, ...filters } = query
  if (wrong) return wrongItems(asked)
  const before = numberIn(cursor)
  const list = { limit: limit + 1, ...(before !== undefined && { before }), ...filters }
  const found = await context.service.store.listItems(params.stream, list)
  const page = pageFrom(found, limit, ({ t }) => t)
  const ids = page.items.flatMap((item) => (item.asked ? [item.id] : []))
  const questions = ids.length > 0 ? await context.service.run(params.stream, 'asked', { ids }, caller) : []
  const byId = new Map(questions.map((question) => [question.id, question]))
  return { ...page, items: page.items.map((item) => shown(item, byId.get(item.id))) }
}

/** The stream knows which they are, the store what they say. */
const wrongItems = async ({ params, query, context, caller }: Listing) => {
  const { cursor, limit = USUAL_LIMIT, asked = true, predicted, search } = query
  if (search !== undefined)
    throw serverError('request/invalid', { reason: 'wrong and search cannot be asked for together' })
  if (!asked) return { items: [] }
  const before = numberIn(cursor)
  const { service } = context
  const found = await service.run(
    params.stream,
    'wrong',
    {
      limit: limit + 1,
      ...(before !== undefined && { before }),
      ...(predicted !== undefined && { predicted }),
    },
    caller,
  )
  const page = pageFrom(found, limit, ({ t }) => t)
  const ids = page.items.map(({ id }) => id)
  const records = ids.length > 0 ? await service.store.findItems(params.stream, ids) : []
  const byId = new Map(records.map((item) => [item.id, item]))
  // A model from outside has learned from items that are not here.
  const items = page.items.flatMap((question) => {
    const item = byId.get(question.id)
    return item ? [shown(item, question)] : []
  })
  return { ...page, items }
}

const shown = (item: ItemRecord, question: AskedItem | undefined) => {
  const { reason, probability, state, answer } = question ?? {}
  return {
    ...item,
    content: contentOf(item.content),
    ...(question && { reason, probability, state }),
    ...(answer !== undefined && { answer }),
  }
}
