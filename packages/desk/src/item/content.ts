import { isMail, isUrl } from '@askance/data/content'

/** The displayable content of an item. */
export interface ItemContent {
  readonly text?: string
  readonly features?: Readonly<Record<string, number | string | boolean | null>>
  readonly row?: { readonly index: readonly number[]; readonly value: readonly number[] }
  readonly meta: Readonly<Record<string, unknown>>
  /** The values of the columns of its file, as they are written there. */
  readonly fields?: readonly unknown[]
}

export type Kind = 'mail' | 'url' | 'text' | 'table' | 'picture' | 'none'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number')

const parseFeatures = (value: unknown): ItemContent['features'] =>
  isRecord(value) ? (value as Record<string, number | string | boolean | null>) : undefined

const parseRow = (value: unknown): ItemContent['row'] => {
  if (!isRecord(value) || !isNumbers(value.index) || !isNumbers(value.value)) return undefined
  return value.index.length === value.value.length ? { index: value.index, value: value.value } : undefined
}

/**
 * Parses the stored content and drops unknown parts.
 *
 * @example
 * parseContent({ id: 'a', text: 'hello', meta: { from: 'Zoe' } }) // => { meta: { from: 'Zoe' }, text: 'hello' }
 * parseContent(null) // => { meta: {} }
 */
export const parseContent = (sent: unknown): ItemContent => {
  const { text, features, row, meta, fields } = isRecord(sent) ? sent : {}
  const named = parseFeatures(features)
  const numbered = parseRow(row)
  return {
    meta: isRecord(meta) ? meta : {},
    ...(typeof text === 'string' && { text }),
    ...(named && { features: named }),
    ...(numbered && { row: numbered }),
    ...(Array.isArray(fields) && { fields }),
  }
}

/**
 * Detects how to display an item.
 *
 * @example
 * itemKind(parseContent({ text: 'https://example.org/login' })) // => 'url'
 * itemKind(parseContent({ text: 'See you', meta: { subject: 'Dinner' } })) // => 'mail'
 * itemKind(parseContent({ features: { age: 41, job: 'baker' } })) // => 'table'
 */
export const itemKind = (content: ItemContent): Kind => {
  const { text, features, row, meta } = content
  if (text !== undefined) {
    if (typeof meta.subject === 'string' || typeof meta.from === 'string' || isMail(text)) return 'mail'
    return isUrl(text) ? 'url' : 'text'
  }
  if (!features && !row) return 'none'
  return toPicture(content) ? 'picture' : 'table'
}

/** Strings with more characters or words are read, not compared. */
const MAX_VALUE_LENGTH = 60
const MAX_VALUE_WORDS = 4

const isProse = (value: unknown): value is string =>
  typeof value === 'string' &&
  (value.length > MAX_VALUE_LENGTH || value.trim().split(/\s+/).length > MAX_VALUE_WORDS)

/**
 * The features that are texts, in their order: the subject and the description of a ticket, for example.
 *
 * @example
 * textFeatures({ features: { team: 'bus', body: 'It was late again, as always' }, meta: {} }) // => [['body', 'It was late again, as always']]
 */
export const textFeatures = ({
  features = {},
}: ItemContent): readonly (readonly [name: string, text: string])[] =>
  Object.entries(features).flatMap(([name, value]) => (isProse(value) ? [[name, value] as const] : []))

/** The content without the features that are texts. */
export const withoutTexts = ({ features = {}, ...content }: ItemContent): ItemContent => ({
  ...content,
  features: Object.fromEntries(Object.entries(features).filter(([, value]) => !isProse(value))),
})

/** Grey values from 0 (black) to 1, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: readonly number[]
}

/** Fewer values are shown as a table. */
const MIN_PIXELS = 64
const MAX_PIXELS = 4_000_000
/** Possible white levels: a share, 16 shades, or a byte. */
const whiteLevels = [1, 16, 255]

/** Pixel values by index. A row omits zeros and counts from 1. */
const pixelValues = ({ features, row }: ItemContent): ReadonlyMap<number, number> | undefined => {
  if (row) return new Map(row.index.map((at, k) => [at - 1, row.value[k] ?? 0]))
  const values = Object.values(features ?? {})
  if (!values.every((value) => typeof value === 'number')) return undefined
  return new Map(values.map((value, at) => [at, value]))
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

const pictureSize = (meta: ItemContent['meta'], count: number): readonly [number, number] | undefined => {
  if (isCount(meta.width) && isCount(meta.height)) return [meta.width, meta.height]
  const side = Math.sqrt(count)
  return count >= MIN_PIXELS && Number.isInteger(side) ? [side, side] : undefined
}

/**
 * Interprets numeric features as an image if their count matches a square or the given size and all values
 * are within 0 to 255.
 */
export const toPicture = (content: ItemContent): Picture | undefined => {
  const values = pixelValues(content)
  if (!values || values.size === 0) return undefined
  const size = pictureSize(content.meta, values.size)
  if (!size) return undefined
  const [width, height] = size
  const count = width * height
  if (count > MAX_PIXELS) return undefined
  let max = 0
  for (const [at, value] of values) {
    if (at < 0 || at >= count || !(value >= 0 && value <= 255)) return undefined
    max = Math.max(max, value)
  }
  const scale = whiteLevels.find((limit) => max <= limit) ?? 255
  return { width, height, pixels: Array.from({ length: count }, (_, at) => (values.get(at) ?? 0) / scale) }
}
