import type { ItemContent } from './content.js'

/** A feature with its contribution, if known. */
export interface TableRow {
  readonly name: string
  readonly value: number | string | boolean | null
  readonly weight?: number
}

interface Cell {
  readonly name: string
  readonly value: number | string | boolean | null
  /** Names under which the model may know it. */
  readonly known: readonly string[]
}

const cells = ({ features, row }: ItemContent): readonly Cell[] => {
  if (!row)
    return Object.entries(features ?? {}).map(([name, value]) => ({
      name,
      value,
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
  contributions: readonly { readonly feature: string; readonly contribution: number }[],
): readonly TableRow[] => {
  const weights = new Map(contributions.map(({ feature, contribution }) => [feature, contribution]))
  const rows = cells(content).map(({ name, value, known }): TableRow => {
    const weight = known.map((one) => weights.get(one)).find((found) => found !== undefined)
    return { name, value, ...(weight !== undefined && { weight }) }
  })
  return rows.toSorted((a, b) => Math.abs(b.weight ?? 0) - Math.abs(a.weight ?? 0))
}
