import type { Confusion } from './api.js'
import { intervalOf } from './estimates.js'

/** A cell of the table: items of one class that are predicted as another. */
export interface Cell {
  readonly count: number
  /** How far the interval reaches on its longer side, rounded up. */
  readonly reach: number
  /** Of all items that are of this class, the share that is predicted so. */
  readonly share: number
}

/** The cells by what items are (rows) and what they are predicted as (columns): the service has them the other way round. */
export const confusionCells = ({ classes, cells }: Confusion): readonly (readonly Cell[])[] =>
  classes.map((_, truth) => {
    const row = classes.map((__, predicted) => {
      const estimate = cells[predicted]?.[truth]
      return estimate && intervalOf(estimate, 'fixedTime')
    })
    const all = row.reduce((sum, band) => sum + (band?.value ?? 0), 0)
    return row.map((band) => ({
      count: Math.round(band?.value ?? 0),
      reach: band ? Math.ceil(Math.max(band.value - band.low, band.high - band.value)) : 0,
      share: all > 0 ? (band?.value ?? 0) / all : 0,
    }))
  })

/** The mistake that happens most often; nothing where there is none to speak of. */
export const largestMistake = (
  confusion: Confusion,
): { readonly truth: string; readonly predicted: string } | undefined => {
  const { classes } = confusion
  let most = 0
  let found: { readonly truth: string; readonly predicted: string } | undefined
  confusionCells(confusion).forEach((row, t) => {
    row.forEach(({ count }, p) => {
      const [truth, predicted] = [classes[t], classes[p]]
      if (t === p || count <= most || truth === undefined || predicted === undefined) return
      most = count
      found = { truth, predicted }
    })
  })
  return found
}
