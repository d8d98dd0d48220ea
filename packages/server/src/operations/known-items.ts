import { randomBytes } from 'node:crypto'
import { AskanceError, type Observed } from '@askance/core'
import { YES } from '@askance/core/internals'
import { serverError } from '../errors.js'
import type { ItemRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { decisionsIn, type MultiLabelObservedEntry } from '../stream/multi-label-events.js'
import type { Plan, PlanContext, Prepared } from './operation.js'
import type { ClassDecision, Decision, NamedItem, Received, SentItem, TaughtSentItem } from './types.js'

type Logged = (Observed | MultiLabelObservedEntry) & { readonly item?: unknown }

/** Removes the fields that only the log needs. */
export const toDecision = ({ item: _, ...event }: Logged): Decision => {
  if (!('parts' in event)) {
    const { type: _, trace: __, ready = true, ...decision } = event as Observed
    return { ...decision, ready }
  }
  const { type: __, parts = [], row: ___, input: ____, ...decision } = event
  const decisions = decisionsIn(parts)
  const classes = decisions.map(([label, one]) => [label, classDecision(one)])
  const ready = decisions.length === 0 || decisions.some(([, one]) => one.ready !== false)
  return { ...decision, ready, byClass: Object.fromEntries(classes) }
}

const classDecision = (decision: Observed): ClassDecision => {
  const { predicted, margin, confidence, probability, coin, asked, reason } = decision
  return {
    predicted: predicted === YES,
    margin,
    confidence,
    probability,
    coin,
    asked,
    ...(reason && { reason }),
  }
}

/** Items that were sent before are not observed again; their stored decisions are returned. */
export const planItems = (
  { items: sent }: { readonly items: readonly SentItem[] },
  context: PlanContext,
): Plan<{ readonly items: readonly SentItem[] }, readonly Received[]> => {
  const { items, given } = withIds(sent, context.time)
  return { claims: claimsOn(context, given), prepare: () => newItems(context, items, given) }
}

/** Examples, and the ids of those that are items of a pool: they are stored already. */
export interface TaughtItems {
  readonly items: readonly TaughtSentItem[]
  readonly stored?: readonly string[]
}

/**
 * An observed item cannot be an example, but the label of an item in a pool may be known. A known example is corrected if its
 * label differs.
 */
export const planExamples = (
  { items: sent }: TaughtItems,
  context: PlanContext,
): Plan<TaughtItems, { readonly taught: number }> => {
  const { items, given } = withIds(sent, context.time)
  return {
    claims: claimsOn(context, given),
    prepare: async () => {
      const records = given.length > 0 ? await context.store.findItems(context.stream, given) : []
      const pooled = records.filter(isPooled)
      rejectRepeated(records, (record) => record.t === 0 || isPooled(record), items)
      return { input: { items, ...(pooled.length > 0 && { stored: pooled.map(({ id }) => id) }) } }
    },
  }
}

export const claimsOn = (
  { stream }: { readonly stream: string },
  ids: readonly string[],
): readonly string[] => [...new Set(ids)].map((id) => `item ${stream} ${id}`)

const newItems = async (
  { store, stream }: PlanContext,
  items: readonly NamedItem[],
  given: readonly string[],
): Promise<Prepared<{ readonly items: readonly SentItem[] }, readonly Received[]>> => {
  const decisions = await storedDecisions(store, stream, given, items)
  if (decisions.size === 0) return { input: { items } }
  const fresh = items.filter(({ id }) => !decisions.has(id))
  return {
    ...(fresh.length > 0 && { input: { items: fresh } }),
    complete: (made = []) => {
      for (const decision of made) decisions.set(decision.id, decision)
      return items.flatMap(({ id }) => decisions.get(id) ?? [])
    },
    renumber: (error) => renumberError(error, items, fresh),
  }
}

/** The decisions about those of the items with these ids that are stored. Rejects with `item/repeated` if one is an example. */
export const storedDecisions = async (
  store: Store,
  stream: string,
  ids: readonly string[],
  items: readonly { readonly id?: string }[],
): Promise<Map<string, Received>> => {
  const records = ids.length > 0 ? await store.findItems(stream, ids) : []
  if (records.length === 0) return new Map()
  rejectRepeated(records, ({ t }) => t > 0, items)
  const decisions: Map<string, Received> = await decisionsAbout(
    store,
    stream,
    records.filter((record) => !isPooled(record)),
  )
  for (const { id, t, time } of records.filter(isPooled)) decisions.set(id, { id, t, time, asked: false })
  return decisions
}

/** Reads the stored decisions about items from the log. */
const decisionsAbout = async (
  store: Store,
  stream: string,
  items: readonly ItemRecord[],
): Promise<Map<string, Received>> => {
  const found = new Map<string, Received>()
  for (const { id, seq, t, time } of items) {
    if (found.has(id)) continue
    const page = await store.readPage(stream, seq)
    for (const line of page?.events.split('\n') ?? []) {
      if (!line.includes('"observed"')) continue
      const event = JSON.parse(line) as Observed
      if (event.type === 'observed') found.set(event.id, toDecision(event))
    }
    // The beginning of the log was removed.
    if (!found.has(id)) found.set(id, { id, t, time, asked: false })
  }
  return found
}

/** An item of a pool has a number, but no decision. */
const isPooled = ({ t, predicted }: ItemRecord): boolean => t > 0 && predicted === ''

const rejectRepeated = (
  records: readonly ItemRecord[],
  isExpected: (record: ItemRecord) => boolean,
  items: readonly { readonly id?: string }[],
): void => {
  const other = records.find((record) => !isExpected(record))
  if (other)
    throw serverError('item/repeated', {
      id: other.id,
      number: 1 + items.findIndex(({ id }) => id === other.id),
    })
}

/** The engine numbers only the new items; the error must use the numbers of the request. */
export const renumberError = <Item>(
  error: unknown,
  items: readonly Item[],
  fresh: readonly Item[],
): unknown => {
  if (!(error instanceof AskanceError) || (error.code !== 'item/shape' && error.code !== 'item/repeated'))
    return error
  const item = fresh[Number(error.details.number) - 1]
  return serverError(error.code, { ...error.details, number: item ? items.indexOf(item) + 1 : 0 })
}

/** Adds missing ids; `given` are the ids of the request, which may be in the store already. */
export const withIds = <Item extends SentItem>(
  items: readonly Item[],
  time: number,
): { readonly items: readonly (Item & NamedItem)[]; readonly given: readonly string[] } => {
  const given: string[] = []
  const all = items.map((item) => {
    if (item.id === undefined) return { ...item, id: createId(time) }
    given.push(item.id)
    return { ...item, id: item.id }
  })
  return { items: all, given }
}

let last = 0
let drawn = 0

/** A random part of an id is so many bytes; those of many ids are drawn at once, because each draw is expensive. */
const RANDOM_BYTES = 8
const IDS_A_BLOCK = 512
let block = ''
let next = 0

const drawBlock = (): string => {
  const bytes = randomBytes(RANDOM_BYTES * IDS_A_BLOCK)
  for (let k = 0; k < bytes.length; k += RANDOM_BYTES) bytes[k] = 0x80 | ((bytes[k] ?? 0) & 0x3f)
  return bytes.toString('hex')
}

/** The timestamp of the last id, as it begins. */
let prefix = ''
let prefixed = -1

/**
 * Creates a UUID version 7 (RFC 9562), which begins with a timestamp and a counter, so that new items are adjacent in the
 * store.
 */
export const createId = (time: number): string => {
  drawn = time > last ? 0 : drawn + 1
  last = Math.max(last, time) + (drawn > 0xfff ? 1 : 0)
  if (drawn > 0xfff) drawn = 0
  if (next === block.length) [block, next] = [drawBlock(), 0]
  if (prefixed !== last) {
    const when = last.toString(16).padStart(12, '0')
    prefix = `${when.slice(0, 8)}-${when.slice(8)}-7`
    prefixed = last
  }
  const count = drawn.toString(16).padStart(3, '0')
  const [from, middle, end] = [next, next + 4, next + 2 * RANDOM_BYTES]
  next = end
  return `${prefix}${count}-${block.slice(from, middle)}-${block.slice(middle, end)}`
}
