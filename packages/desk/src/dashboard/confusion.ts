import type { Confusion } from './api.js'
import { intervalOf } from './estimates.js'

/** A cell of the confusion matrix. */
export interface Cell {
  readonly count: number
  /** The interval in whole items. */
  readonly low: number
  readonly high: number
  /** Share of the row, the items of this class. */
  readonly share: number
}

/** Returns cells by true class (rows) and predicted class (columns); the API has them transposed. */
export const confusionCells = ({ classes, cells, items }: Confusion): readonly (readonly Cell[])[] =>
  classes.map((_, truth) => {
    const row = classes.map((__, predicted) => {
      const estimate = cells[predicted]?.[truth]
      return estimate && intervalOf(estimate)
    })
    const all = row.reduce((sum, band) => sum + (band?.value ?? 0), 0)
    return row.map((band) => ({
      count: Math.round(band?.value ?? 0),
      low: Math.max(0, Math.floor(band?.low ?? 0)),
      high: Math.min(items, Math.ceil(band?.high ?? items)),
      share: all > 0 ? (band?.value ?? 0) / all : 0,
    }))
  })

/** Returns the most frequent error, if there is one. */
export const mostFrequentError = (
  confusion: Confusion,
): { readonly truth: string; readonly predicted: string } | undefined => {
  const { classes } = confusion
  let max = 0
  let found: { readonly truth: string; readonly predicted: string } | undefined
  confusionCells(confusion).forEach((row, t) => {
    row.forEach(({ count }, p) => {
      const [truth, predicted] = [classes[t], classes[p]]
      if (t === p || count <= max || truth === undefined || predicted === undefined) return
      max = count
      found = { truth, predicted }
    })
  })
  return found
}
