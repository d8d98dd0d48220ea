import { isBatch, readItems } from '../schema/item-bodies.js'
import { ItemOrBatch } from '../schema/items.js'
import { parseJson } from '../schema/json.js'
import { createCheck } from '../schema/validation.js'
import type { Settings } from '../settings/table.js'
import type { ObservedEvent } from '../stream/classifier.js'
import type { Stream } from '../stream/stream.js'
import { itemTexts } from './item-texts.js'
import { observeItems } from './items.js'
import { createId, renumberError, toDecision } from './known-items.js'
import { operation } from './operation.js'
import type { AddedItem, SentItem } from './types.js'

/** A request body with items, which is parsed in the thread of the stream, so that no objects are sent there. */
export interface SentBody {
  /** JSON: an item, or a batch in `items`. */
  readonly body: string
  /** The number of the body, different for all bodies of a service. */
  readonly number: number
  readonly limits: Pick<Settings, 'batchLimit' | 'textLimit'>
  /** Which of the ids in the body are stored. Missing if that is not known, because the ids are not known either. */
  readonly stored?: readonly string[]
}

/** The decisions as JSON objects, separated by commas; that about a stored item is only its id. */
export interface DecisionTexts {
  readonly decisions: string
  readonly isBatch: boolean
}

/** The ids of the items in the body, in order, which must be looked up before the items are observed. */
export interface GivenIds {
  readonly given: readonly (string | undefined)[]
}

interface ParsedBody {
  readonly items: readonly SentItem[]
  /** The items as they are written in the body, where they can be stored like that. */
  readonly texts: readonly (string | undefined)[]
  readonly isBatch: boolean
}

const checkBody = createCheck('body', ItemOrBatch)

/** Throws `request/invalid`, `item/shape` or `item/repeated`. */
export const parseBody = ({ body, limits }: Pick<SentBody, 'body' | 'limits'>): ParsedBody => {
  const checked = checkBody(body === '' ? undefined : parseJson(body))
  const items = readItems(checked, limits)
  return { items, texts: itemTexts(body, items), isBatch: isBatch(checked) }
}

/** Bodies whose ids are being looked up. Without one, for example after many others or a crash, the body is parsed again. */
const waiting = new WeakMap<Stream, Map<number, ParsedBody>>()
const MOST_WAITING = 16

const keepParsed = (stream: Stream, number: number, body: ParsedBody): void => {
  const bodies = waiting.get(stream) ?? new Map<number, ParsedBody>()
  waiting.set(stream, bodies)
  for (const first of bodies.keys()) if (bodies.size >= MOST_WAITING) bodies.delete(first)
  bodies.set(number, body)
}

const takeParsed = (stream: Stream, number: number): ParsedBody | undefined => {
  const bodies = waiting.get(stream)
  const found = bodies?.get(number)
  bodies?.delete(number)
  return found
}

/** Predicts the items of a body, as `observe` does. If it has ids, they are returned first, to be looked up. */
export const receive = operation({
  isBlind: true,
  *handle(stream, sent: SentBody, context): Generator<void, DecisionTexts | GivenIds> {
    const { number, stored } = sent
    const body = takeParsed(stream, number) ?? parseBody(sent)
    if (!stored && body.items.some(({ id }) => id !== undefined)) {
      keepParsed(stream, number, body)
      return { given: body.items.map(({ id }) => id) }
    }
    const known = new Set(stored)
    const { items, texts } = body
    const isFresh = ({ id }: SentItem): boolean => id === undefined || !known.has(id)
    const kept = items.flatMap((item, k) => (isFresh(item) ? keptItem(item, texts[k], context.time) : []))
    const fresh = kept.map(({ item }) => item)
    const made = yield* numbered(observeItems(stream, kept, context, decisionText), items, fresh)
    return { decisions: inOrder(items, known, made).join(','), isBatch: body.isBatch }
  },
  receipt: (result) => `[${'decisions' in result ? result.decisions : ''}]`,
})

/** Errors have the numbers of the items in the request. */
function* numbered<Value>(
  work: Generator<void, Value>,
  items: readonly SentItem[],
  fresh: readonly SentItem[],
): Generator<void, Value> {
  try {
    return yield* work
  } catch (error) {
    throw fresh.length < items.length ? renumberError(error, items, fresh) : error
  }
}

const inOrder = (
  items: readonly SentItem[],
  known: ReadonlySet<string>,
  texts: readonly string[],
): readonly string[] => {
  if (known.size === 0) return texts
  let next = 0
  return items.map(({ id }) =>
    id !== undefined && known.has(id) ? JSON.stringify(id) : (texts[next++] as string),
  )
}

const keptItem = (item: SentItem, text: string | undefined, time: number) => {
  const content = text ?? JSON.stringify(item)
  if (item.id !== undefined) return { id: item.id, item, content }
  const id = createId(time)
  return { id, item, content: `${content.slice(0, -1)},"id":"${id}"}`, isCreated: true }
}

const OBSERVED = '{"type":"observed",'

/**
 * A decision as JSON. It is cut out of the line of its event, which has the same fields before the trace; quotes in their values are
 * escaped. `toDecision` does the same slowly.
 */
export const decisionText = (event: ObservedEvent | AddedItem, line: string): string => {
  if (!('type' in event)) return JSON.stringify(event)
  if (!('trace' in event)) return JSON.stringify(toDecision(event))
  const fields = line.slice(OBSERVED.length, line.indexOf(',"trace":'))
  return event.ready === false ? `{${fields}}` : `{${fields},"ready":true}`
}
