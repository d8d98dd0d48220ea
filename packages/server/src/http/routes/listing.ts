import type { Position } from '../../operations/lists.js'
import type { AskedItem, NamedItem } from '../../operations/types.js'
import type { ItemQuery } from '../../schema/items.js'
import type { ItemRecord } from '../../store/records.js'
import type { StreamConfig } from '../../stream/config.js'
import { labelOf, labelsIn, storedLabels } from '../../stream/label-values.js'
import { isLabeller } from '../guard.js'
import type { Context, RouteCall } from '../route.js'
import { DEFAULT_LIMIT, encodeCursor, itemView, positionCursor, requireStream } from './common.js'
import { containsText } from './containing.js'

type Listing = RouteCall<{ stream: string }, ItemQuery, unknown>

/** How many items are read at a time, and how many one request examines. */
const SLICE = 500
const MAX_EXAMINED = 20_000
/** Characters of the items on a page, unless it has only one. A page is in memory until the client has read it. */
const MAX_CHARACTERS = 2 ** 22

/** An item with its content parsed and what the stream knows about it. */
type ListedItem = ReturnType<typeof listedItem>

/** The position of an item in the list is its round, or in a list by labels also its question in a pool. */
interface Positioned<Item> {
  readonly item: Item
  readonly position: Position
}

/** A stored item and its question, if there is one. */
interface Stored {
  readonly record: ItemRecord
  readonly question: AskedItem | undefined
}

interface Slice {
  readonly items: readonly Positioned<Stored>[]
  /** The position after which to continue; missing at the end. */
  readonly next?: Position
}

/**
 * Lists items, latest first, with their question and label. Filters about labels select from the stream, which knows them;
 * the others select from the store. A request examines a limited number of items, so a page may have few items and a cursor,
 * as a page of long items does.
 */
export const listItems = async (call: Listing) => {
  const { params, query, context, caller } = call
  const { config } = await requireStream(context, params.stream)
  const { cursor, limit = DEFAULT_LIMIT } = query
  const isPool = config.protocol === 'pool'
  const readSlice = isAboutLabels(query) ? labelledSlice : storedSlice
  const found: Positioned<ListedItem>[] = []
  let after = positionCursor(cursor)
  let characters = 0
  for (let examined = 0; ; ) {
    const { items: stored, next } = await readSlice(call, after, config)
    const items = isPool ? await withPredictions(call, stored) : stored
    const started = performance.now()
    for (const { item, position } of items) {
      const listed = listedItem(item.record, item.question)
      if (!isWanted(listed, query)) continue
      characters += item.record.content.length
      if (characters > MAX_CHARACTERS && found.length > 0) return pageOf(found, found.at(-1)?.position)
      found.push({ item: listed, position })
    }
    caller.onCost?.(performance.now() - started)
    if (found.length > limit) return pageOf(found.slice(0, limit), found[limit - 1]?.position)
    examined += Math.max(items.length, SLICE)
    if (next === undefined || examined >= MAX_EXAMINED) return pageOf(found, next)
    after = next
    const release = await caller.admit?.(false)
    release?.()
  }
}

/** A search reads much of which it returns nothing. */
const charged = async <Result>(
  { onCost }: Listing['caller'],
  read: () => Promise<Result>,
): Promise<Result> => {
  const started = performance.now()
  try {
    return await read()
  } finally {
    onCost?.(performance.now() - started)
  }
}

const pageOf = (found: readonly Positioned<ListedItem>[], next: Position | undefined) => ({
  items: found.map(({ item }) => item),
  ...(next !== undefined && { next: encodeCursor([next.t, next.id]) }),
})

const isAboutLabels = ({ status, label, by, wrong }: ItemQuery): boolean =>
  status === 'answered' || status === 'open' || label !== undefined || by !== undefined || wrong === true

/** Items that the stream selected by their labels. */
const labelledSlice = async (
  { params: { stream }, query, context, caller, identity }: Listing,
  after: Position | undefined,
): Promise<Slice> => {
  const { status, label, by, wrong } = query
  // With a label, an item cannot be merely predicted.
  if (status === 'predicted') return { items: [] }
  const request = {
    limit: SLICE,
    isLabeller: isLabeller(identity),
    ...(after && { after }),
    ...(status !== undefined && { status }),
    ...(label !== undefined && { label }),
    ...(by !== undefined && { by }),
    ...(wrong !== undefined && { wrong }),
  }
  const questions = await context.service.run(stream, 'labelled', request, caller)
  const last = questions.length === SLICE ? questions.at(-1) : undefined
  const positions = new Map(questions.map(({ id, t }) => [id, t]))
  const items = await charged(caller, () => withRecords(context, stream, questions))
  return {
    items: items.map((item) => {
      const { id, t } = item.record
      return { item, position: { id, t: positions.get(id) ?? t } }
    }),
    ...(last && { next: { t: last.t, id: last.id } }),
  }
}

/** Questions with their items. */
export const withItems = async (context: Context, stream: string, questions: readonly AskedItem[]) =>
  (await withRecords(context, stream, questions)).map(({ record, question }) => listedItem(record, question))

/** Adds the stored items to questions. An imported model has learned from items that are not in this store. */
const withRecords = async (
  { service }: Context,
  stream: string,
  questions: readonly AskedItem[],
): Promise<readonly Stored[]> => {
  const ids = questions.map(({ id }) => id)
  const records = ids.length > 0 ? await service.store.findItems(stream, ids) : []
  const byId = new Map(records.map((item) => [item.id, item]))
  return questions.flatMap((question) => {
    const record = byId.get(question.id)
    return record ? [{ record, question }] : []
  })
}

/** Items that the store selected. */
const storedSlice = async (
  { params: { stream }, query, context, caller, identity }: Listing,
  after: Position | undefined,
  { protocol, multiLabel = false }: Pick<StreamConfig, 'protocol' | 'multiLabel'>,
): Promise<Slice> => {
  const { cursor: _, limit = DEFAULT_LIMIT, status, label: __, by: ___, wrong: ____, ...filters } = query
  const { predicted, minConfidence, maxConfidence, ...others } = filters
  const isByPrediction = (predicted ?? minConfidence ?? maxConfidence) !== undefined
  const isPool = protocol === 'pool'
  const list = {
    ...(isPool ? others : multiLabel ? withPredictedLabel(filters) : filters),
    limit:
      status === undefined && filters.search === undefined && !(isPool && isByPrediction) ? limit + 1 : SLICE,
    // Rounds are unique in the store.
    ...(after && { before: after.t }),
  }
  const { items, next } = await charged(caller, () => context.service.store.listItems(stream, list))
  const ids = items.map(({ id }) => id)
  const request = { ids, isLabeller: isLabeller(identity) }
  const questions = ids.length > 0 ? await context.service.run(stream, 'asked', request, caller) : []
  const byId = new Map(questions.map((question) => [question.id, question]))
  return {
    items: items.map((record) => ({ item: { record, question: byId.get(record.id) }, position: record })),
    ...(next !== undefined && { next: { t: next, id: '' } }),
  }
}

/** With several labels for an item, the store finds one of them. */
const withPredictedLabel = ({ predicted, ...others }: Pick<ItemQuery, 'predicted'>) => ({
  ...others,
  ...(predicted !== undefined && { predictedLabel: predicted }),
})

/** A pool stores no predictions: they are those of the model as it is. */
const withPredictions = async (
  { params: { stream }, context, caller }: Listing,
  slice: readonly Positioned<Stored>[],
): Promise<readonly Positioned<Stored>[]> => {
  const items = slice.flatMap(({ item: { record } }) =>
    record.content === '' ? [] : [JSON.parse(record.content) as NamedItem],
  )
  const classified =
    items.length === 0 ? [] : await context.service.run(stream, 'classify', { items }, caller)
  const byId = new Map(
    classified.flatMap((one) => {
      // An item with a label has no other prediction.
      if (one.source !== 'prediction') return []
      const predicted = storedLabels(labelOf(one))
      return [[one.id, { predicted, confidence: one.probabilities[predicted] ?? 0 }]]
    }),
  )
  return slice.map(({ item, position }) => ({
    item: { ...item, record: { ...item.record, ...byId.get(item.record.id) } },
    position,
  }))
}

/** Checks the filters that the store or the stream could not apply. */
const isWanted = (item: ListedItem, query: ItemQuery): boolean => {
  const { asked, predicted, minConfidence = 0, maxConfidence = 1, search, status } = query
  if (asked !== undefined && item.asked !== asked) return false
  if (predicted !== undefined && !labelsIn(item.predicted).includes(predicted)) return false
  if (item.confidence < minConfidence || item.confidence > maxConfidence) return false
  if (status === 'predicted' && (item.answer !== undefined || item.state === 'open')) return false
  return search === undefined || containsText(item, search)
}

const listedItem = (item: ItemRecord, question: AskedItem | undefined) => {
  const { reason, probability, state, answer, by, votes, classes } = question ?? {}
  return {
    ...itemView(item),
    ...(question && { reason, probability, state }),
    ...(answer !== undefined && { answer }),
    ...(by !== undefined && { by }),
    ...(votes && { votes }),
    ...(classes && { classes }),
  }
}
