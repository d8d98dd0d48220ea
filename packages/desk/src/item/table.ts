import type { ItemContent } from './content.js'

/** A feature of an item, and what it adds to the decision where that is known. */
export interface TableRow {
  readonly name: string
  readonly value: number | string | null
  readonly weight?: number
}

const cells = ({ features, row }: ItemContent): readonly (readonly [string, number | string | null])[] =>
  row ? row.index.map((at, k) => [`feature ${at}`, row.value[k] ?? 0]) : Object.entries(features ?? {})

/**
 * The features of an item, those that weigh most first. A category is known to the classifier with its value.
 *
 * @example
 * const content = { features: { age: 41, job: 'baker' }, meta: {} }
 * rowsOf(content, [{ feature: 'job=baker', contribution: -0.3 }]).map(({ name }) => name) // => ['job', 'age']
 */
export const rowsOf = (
  content: ItemContent,
  deciding: readonly { readonly feature: string; readonly contribution: number }[],
): readonly TableRow[] => {
  const weights = new Map(deciding.map(({ feature, contribution }) => [feature, contribution]))
  const rows = cells(content).map(([name, value]): TableRow => {
    const weight = weights.get(name) ?? weights.get(`${name}=${value}`)
    return { name, value, ...(weight !== undefined && { weight }) }
  })
  return rows.toSorted((a, b) => Math.abs(b.weight ?? 0) - Math.abs(a.weight ?? 0))
}
