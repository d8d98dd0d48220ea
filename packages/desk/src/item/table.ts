import type { ItemContent } from './content.js'
import type { WeighedFeature } from './marks.js'

/** A feature with its contribution, if known. */
export interface TableRow {
  readonly name: string
  readonly value: number | string | boolean | null
  readonly weight?: number
  /** The class that the weight counts for, in a multi-label stream. */
  readonly label?: string
}

interface Cell {
  readonly name: string
  readonly value: number | string | boolean | null
  /** Names under which the model may know it. */
  readonly known: readonly string[]
}

const DAY = 86_400_000

/** A date is a number of days since 1970, and has its weekday and maybe its hour in features of their own. */
const dateText = (features: NonNullable<ItemContent['features']>, name: string): string | undefined => {
  const days = features[name]
  if (typeof days !== 'number' || typeof features[`${name} weekday`] !== 'string') return undefined
  const date = new Date(days * DAY)
  if (Number.isNaN(date.getTime())) return undefined
  const isDay = features[`${name} hour`] === undefined
  return date
    .toISOString()
    .slice(0, isDay ? 10 : 16)
    .replace('T', ' ')
}

const DATE_PART = / (?:weekday|hour)$/

const cells = ({ features = {}, row }: ItemContent): readonly Cell[] => {
  const isDatePart = (name: string): boolean =>
    DATE_PART.test(name) && dateText(features, name.replace(DATE_PART, '')) !== undefined
  if (!row)
    return Object.entries(features)
      .filter(([name]) => !isDatePart(name))
      .map(([name, value]) => ({
        name,
        value: dateText(features, name) ?? value,
        known: [name, `${name}=${value}`],
      }))
  return row.index.map((at, k) => {
    const name = `feature ${at}`
    return { name, value: row.value[k] ?? 0, known: [String(at), name] }
  })
}

/**
 * Returns the features by absolute contribution. Categorical features are named with their value, vector
 * entries by index.
 *
 * @example
 * const content = { features: { age: 41, job: 'baker' }, meta: {} }
 * featureRows(content, [{ feature: 'job=baker', contribution: -0.3 }]).map(({ name }) => name) // => ['job', 'age']
 */
export const featureRows = (
  content: ItemContent,
  contributions: readonly WeighedFeature[],
): readonly TableRow[] => {
  // The strongest contribution of a feature comes first.
  const weights = new Map(contributions.map((one) => [one.feature, one] as const).toReversed())
  const rows = cells(content).map(({ name, value, known }): TableRow => {
    const found = known.map((one) => weights.get(one)).find((one) => one !== undefined)
    if (!found) return { name, value }
    const { contribution: weight, label } = found
    return { name, value, weight, ...(label !== undefined && { label }) }
  })
  return rows.toSorted((a, b) => Math.abs(b.weight ?? 0) - Math.abs(a.weight ?? 0))
}
