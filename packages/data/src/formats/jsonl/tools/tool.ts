/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The records of another tool, made plain: an object with `id`, `label` and the keys of the item. */
export interface Tool {
  /** The format name. */
  readonly name: string
  /** Whether a record is one of this tool. */
  isRecord(record: Json): boolean
  /** Creates the function that makes records plain; `sample` has the first records. */
  reader(sample: readonly Json[]): (record: Json) => Json
}

/** The most frequent of some labels or lists of labels; the first of those that are equally frequent. */
export const mostFrequent = (labels: readonly unknown[]): unknown => {
  const counts = new Map<string, { label: unknown; count: number }>()
  for (const label of labels) {
    const key = JSON.stringify(label)
    const found = counts.get(key)
    if (found) found.count++
    else counts.set(key, { label, count: 1 })
  }
  return [...counts.values()].reduce<{ label: unknown; count: number } | undefined>(
    (best, one) => (best && best.count >= one.count ? best : one),
    undefined,
  )?.label
}

/** A list with one label is that label; an empty list is none. */
export const oneOrAll = (labels: readonly unknown[]): unknown => (labels.length > 1 ? labels : labels[0])

/** The keys of an item, out of the way of the keys with a meaning: its own `label` becomes `data.label`. */
export const ownKeys = (data: unknown, prefix: string, taken: readonly string[]): Json =>
  isObject(data)
    ? Object.fromEntries(
        Object.entries(data).map(([key, value]) => [taken.includes(key) ? `${prefix}.${key}` : key, value]),
      )
    : {}

/** The object without members that are undefined. */
export const defined = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
