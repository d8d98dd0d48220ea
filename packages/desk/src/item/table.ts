import { say } from '../words/say.js'
import type { ItemContent } from './content.js'
import type { WeighedFeature } from './marks.js'

/** A feature with its contribution, if known. */
interface TableRow {
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

const MINUTE = 60_000
const MINUTES_OF_A_DAY = 1440

/** A date is a number of days since 1970, and has its weekday and maybe its hour in features of their own. */
const dateText = (features: NonNullable<ItemContent['features']>, name: string): string | undefined => {
  const days = features[name]
  if (typeof days !== 'number' || typeof features[`${name} weekday`] !== 'string') return undefined
  // Days are fractions, which may be a little below the minute that they stand for.
  const date = new Date(Math.round(days * MINUTES_OF_A_DAY) * MINUTE)
  if (Number.isNaN(date.getTime())) return undefined
  const isDay = features[`${name} hour`] === undefined
  return date
    .toISOString()
    .slice(0, isDay ? 10 : 16)
    .replace('T', ' ')
}

/** What the file of the item has in a column, where that is a text or a number. */
const writtenIn = (
  { fields = [] }: ItemContent,
  columns: readonly string[],
  name: string,
): string | number | undefined => {
  const value = fields[columns.indexOf(name)]
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined
}

/**
 * A value as it was sent: numbers are neither rounded nor grouped, because they may be numbers of orders or years.
 *
 * @example
 * valueText(1234567.891) // => '1234567.891'
 * valueText('MÜLLER ') // => 'MÜLLER '
 */
export const valueText = (value: TableRow['value']): string =>
  value === null ? say('common.none') : String(value)

const DATE_PART = / (?:weekday|hour)$/

const cells = (content: ItemContent, columns: readonly string[]): readonly Cell[] => {
  const { features = {}, row } = content
  const isDatePart = (name: string): boolean =>
    DATE_PART.test(name) && dateText(features, name.replace(DATE_PART, '')) !== undefined
  if (!row)
    return Object.entries(features)
      .filter(([name]) => !isDatePart(name))
      .map(([name, value]) => ({
        name,
        value: writtenIn(content, columns, name) ?? dateText(features, name) ?? value,
        known: [name, `${name}=${value}`],
      }))
  return row.index.map((at, k) => {
    const name = `feature ${at}`
    return { name, value: row.value[k] ?? 0, known: [String(at), name] }
  })
}

/**
 * Returns the features by absolute contribution. Categorical features are named with their value, vector
 * entries by index. `columns` are those of the file that the item comes from, whose values are shown as they are written there.
 *
 * @example
 * const content = { features: { age: 41, job: 'baker' }, meta: {} }
 * featureRows(content, [{ feature: 'job=baker', contribution: -0.3 }]).map(({ name }) => name) // => ['job', 'age']
 */
export const featureRows = (
  content: ItemContent,
  contributions: readonly WeighedFeature[],
  columns: readonly string[] = [],
): readonly TableRow[] => {
  // The strongest contribution of a feature comes first.
  const weights = new Map(contributions.map((one) => [one.feature, one] as const).toReversed())
  const rows = cells(content, columns).map(({ name, value, known }): TableRow => {
    const found = known.map((one) => weights.get(one)).find((one) => one !== undefined)
    if (!found) return { name, value }
    const { contribution: weight, label } = found
    return { name, value, weight, ...(label !== undefined && { label }) }
  })
  return rows.toSorted((a, b) => Math.abs(b.weight ?? 0) - Math.abs(a.weight ?? 0))
}
