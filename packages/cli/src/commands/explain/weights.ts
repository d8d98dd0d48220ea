import { INTERCEPT, type Model, Row } from '@askance/core'

export interface Weight {
  /** The index the model knows the feature by; the intercept is `INTERCEPT`. */
  readonly feature: number
  readonly weight: number
}

/** A row of one feature with the value 1. */
const singleRow = (): Row => new Row(new Int32Array(1), new Float64Array([1]))

/** Whether features have weights: a kernel model speaks through the rows it stored. */
export const hasWeights = ({ asker }: Model): boolean => {
  const row = singleRow()
  row.index[0] = 1
  asker.read(row)
  return asker.contribution(row, 0, 0) !== undefined
}

/**
 * For each class the features that speak most for it. The weight of a feature is the score of a row with that feature
 * alone, at 1; of two classes, what speaks for one speaks against the other.
 */
export const topWeights = (
  { asker, config }: Model,
  top: number,
  signOf: (feature: number) => number,
): readonly (readonly Weight[])[] => {
  const lists: Weight[][] = config.classes.map(() => [])
  const row = singleRow()
  const first = config.preparation.intercept === 'none' ? INTERCEPT + 1 : INTERCEPT
  for (let feature = first; feature < asker.dimension; feature++) {
    row.index[0] = feature
    row.value[0] = signOf(feature)
    const { scores: read } = asker.read(row)
    // One that tunes itself gives a row without features a score too: what the feature adds to it counts.
    const scores = asker.report ? Array.from(read, (_, k) => asker.contribution(row, 0, k) ?? 0) : read
    lists.forEach((list, c) => {
      const [signed = 0] = scores
      const weight = scores.length === 1 ? (c === 1 ? signed : -signed) : (scores[c] ?? 0)
      if (weight > 0) insert(list, { feature, weight }, top)
    })
  }
  return lists
}

/** Keeps the list sorted and no longer than `top`. */
const insert = (list: Weight[], entry: Weight, top: number): void => {
  if (list.length === top && entry.weight <= (list.at(-1)?.weight ?? 0)) return
  let at = list.length
  while (at > 0 && (list[at - 1]?.weight ?? 0) < entry.weight) at--
  list.splice(at, 0, entry)
  if (list.length > top) list.pop()
}
