import type { Column, Item } from '../item.js'
import type { FeatureValues } from './item-input.js'

/** The content of an item as plain JSON: a cell is a feature with the name of its column. */
export interface PlainContent {
  readonly text?: string
  readonly features?: FeatureValues
  readonly row?: { readonly index: number[]; readonly value: number[] }
  readonly vector?: number[]
  readonly meta?: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * The content of an item of a file as the service takes it. An item without content has an empty text.
 *
 * @example
 * const columns = [{ name: 'price', kind: 'number' }, { name: 'team', kind: 'category' }] as const
 * plainContent({ text: 'late', cells: [1.5, 'bus'], line: 1 }, columns) // => { text: 'late', features: { price: 1.5, team: 'bus' } }
 * plainContent({ line: 2 }, []) // => { text: '' }
 * plainContent({ text: 'hi', meta: { from: 'Jo', tags: ['a', 'b'] }, line: 3 }, []).meta // => { from: 'Jo', tags: '["a","b"]' }
 */
export const plainContent = (
  { text, cells, features, row, vector, meta }: Item,
  columns: readonly Column[],
): PlainContent => {
  const values = {
    ...(cells && Object.fromEntries(columns.map(({ name }, k) => [name, cells[k] ?? null]))),
    ...(features && Object.fromEntries(features.names.map((name, k) => [name, features.values[k] ?? 0]))),
  }
  const hasValues = cells !== undefined || features !== undefined
  return {
    ...(text !== undefined && { text }),
    ...(hasValues && { features: values }),
    ...(row && {
      row: {
        index: [...row.index.slice(row.start, row.end)],
        value: [...row.value.slice(row.start, row.end)],
      },
    }),
    ...(vector && { vector: Array.from(vector) }),
    ...(text === undefined && !hasValues && !row && !vector && { text: '' }),
    ...(meta && { meta: plainMeta(meta) }),
  }
}

/** Where items have their text: `true` is the text itself, a name the text column with the longest values. */
export type TextPlace = string | true

/**
 * Where the items of a sample have their text; undefined if they have none.
 *
 * @example
 * const columns = [{ name: 'subject', kind: 'text' }, { name: 'body', kind: 'text' }] as const
 * textPlace([{ cells: ['late', 'The bus was late again.'], line: 1 }], columns) // => 'body'
 * textPlace([{ text: 'late', line: 1 }], []) // => true
 * textPlace([{ cells: [1], line: 1 }], [{ name: 'price', kind: 'number' }]) // => undefined
 */
export const textPlace = (sample: readonly Item[], columns: readonly Column[]): TextPlace | undefined => {
  if (sample.some(({ text }) => text !== undefined)) return true
  const lengthOf = (k: number): number =>
    sample.reduce((sum, { cells }) => sum + String(cells?.[k] ?? '').length, 0)
  const texts = columns.flatMap(({ name, kind }, k) =>
    kind === 'text' ? [{ name, length: lengthOf(k) }] : [],
  )
  return texts.sort((a, b) => b.length - a.length)[0]?.name
}

/**
 * The content of an item that is only a text.
 *
 * @example
 * textContent('late', true) // => { text: 'late' }
 * textContent('late', 'body') // => { features: { body: 'late' } }
 */
export const textContent = (text: string, place: TextPlace): PlainContent =>
  place === true ? { text } : { features: { [place]: text } }

/** Longer texts are not addresses. */
const MAX_URL_LENGTH = 4096

/**
 * Whether a text is an address: one word with a scheme, or a host name of at least two parts that ends in letters.
 *
 * @example
 * isUrl('https://example.org/login') // => true
 * isUrl('example.org is down') // => false
 */
export const isUrl = (text: string): boolean => {
  if (text.length > MAX_URL_LENGTH) return false
  const found = text.trim()
  if (found === '' || /\s/.test(found)) return false
  return (
    /^[a-z][a-z0-9+.-]{0,30}:\/\/./i.test(found) || /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#:]|$)/i.test(found)
  )
}

/**
 * Whether a text begins with the header of a mail.
 *
 * @example
 * isMail('Subject: Dinner\n\nSee you') // => true
 */
export const isMail = (text: string): boolean =>
  /^(?:From .*\r?\n|(?:from|to|subject|date|received|return-path|message-id|delivered-to|mime-version|reply-to|x-[\w-]+):\s)/i.test(
    text,
  )

/** Limits of metadata in the service, where it is only shown. */
const MAX_ENTRIES = 100
const MAX_NAME = 200
const MAX_VALUE = 10_000

/** Metadata as names and plain values: a list or structure becomes JSON text. */
const plainMeta = (meta: NonNullable<Item['meta']>): NonNullable<PlainContent['meta']> => {
  const fits = ([name, value]: [string, unknown]): boolean =>
    value !== undefined &&
    name !== '' &&
    name !== '__proto__' &&
    name.length <= MAX_NAME &&
    !/\p{Cc}/u.test(name)
  const plain = (value: unknown): string | number | boolean | null => {
    if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value as number
    return (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))).slice(0, MAX_VALUE)
  }
  const entries = Object.entries(meta).filter(fits).slice(0, MAX_ENTRIES)
  return Object.fromEntries(entries.map(([name, value]) => [name, plain(value)]))
}

/**
 * Returns a function that gives every item of a pass a unique id: its own, or its line.
 *
 * @example
 * const idOf = uniqueIds()
 * idOf({ id: 'T-1', line: 2 }) // => 'T-1'
 * idOf({ id: 'T-1', line: 3 }) // => 'T-1 (3)'
 * idOf({ line: 4 }) // => '4'
 */
export const uniqueIds = (): ((item: Item) => string) => {
  const seen = new Set<string>()
  return (item) => {
    let id = item.id ?? String(item.line)
    while (seen.has(id)) id = `${id} (${item.line})`
    seen.add(id)
    return id
  }
}

interface RequestLimits {
  /** Most items of one request. */
  readonly items?: number
  /** Most characters of one request as JSON. */
  readonly characters?: number
}

/**
 * The items in batches for one request each. The service accepts 8 MiB by default, and a character has at most three
 * bytes. An item that is larger than that is a batch of its own.
 *
 * @example
 * const batches = []
 * for await (const batch of requestBatches(['a', 'bbbb', 'c', 'd', 'e'], { items: 2, characters: 7 })) batches.push(batch)
 * batches // => [['a'], ['bbbb'], ['c', 'd'], ['e']]
 */
export async function* requestBatches<Sent>(
  all: Iterable<Sent> | AsyncIterable<Sent>,
  { items = 500, characters = 2 ** 21 }: RequestLimits = {},
): AsyncGenerator<readonly Sent[], undefined> {
  let batch: Sent[] = []
  let sum = 0
  for await (const one of all) {
    const size = JSON.stringify(one).length
    if (batch.length === items || (batch.length > 0 && sum + size > characters)) {
      yield batch
      batch = []
      sum = 0
    }
    batch.push(one)
    sum += size
  }
  if (batch.length > 0) yield batch
}
