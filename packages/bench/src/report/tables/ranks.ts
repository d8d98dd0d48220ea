import { metrics } from '../../metrics.js'
import type { Results } from '../../results/results.js'
import { ratiosOf } from '../summary/cells.js'
import { chance, counted, listed, percent } from '../summary/format.js'
import { missingNotes } from '../summary/notes.js'
import { type Ranking, rankingAt } from '../summary/ranking.js'
import { ratioSlug } from '../summary/slug.js'
import type { Table, TableCell } from '../table.js'
import { left, right } from './cells.js'

/** A chance with its sign: `p = 0.0123`, `p < 0.0001`. */
const pText = (p: number): string => `p ${p < 0.0001 ? chance(p) : `= ${chance(p)}`}`

const testNote = ({ test, sets }: Ranking): string => {
  const { chiSquare, df, p, f, pF } = test
  const plain = `Friedman: χ² = ${chiSquare.toFixed(2)} with ${df} degrees of freedom, ${pText(p)}`
  const davenport =
    f === undefined || pF === undefined
      ? ''
      : `; Iman–Davenport: F = ${Number.isFinite(f) ? f.toFixed(2) : '∞'} with ${df} and ${df * (sets.length - 1)}, ${pText(pF)}`
  return `${plain}${davenport}.`
}

const notesOf = (results: Results, ranking: Ranking): readonly string[] => [
  `Ranks by the mean ${metrics[results.protocol.metric].title} of the runs, 1 is the best; equals share the mean of their ranks.`,
  testNote(ranking),
  `Critical difference of the average ranks (Nemenyi, 95 %): ${ranking.difference.toFixed(2)}, from ${counted(ranking.sets.length, 'set')}. Bold (* in plain text): the best average, and those closer to it than that.`,
  ...ranking.without.map(({ set, name }) => `${name} has no value on ${set} and the worst rank there.`),
  ...(ranking.leftOut.length > 0 ? [`Not ranked, because not on all sets: ${listed(ranking.leftOut)}.`] : []),
  ...missingNotes(results),
]

const tableOf = (results: Results, ratio: number, ranking: Ranking): Table => {
  const { names, sets, ranks, difference } = ranking
  const { averageRanks } = ranking.test
  const least = Math.min(...averageRanks)
  return {
    id: `ranks-${ratioSlug(ratio)}`,
    title: `Ranks at ${percent(ratio)} of the labels`,
    columns: [left('algorithm'), ...sets.map(right), right('average')],
    rows: names.map((name, k) => {
      const average = averageRanks[k] ?? 0
      const cells = sets.map((_, s): TableCell => {
        const rank = ranks[s]?.[k] ?? 0
        return { text: String(rank), value: rank }
      })
      const bold = average === least || average - least < difference
      return [
        { text: name },
        ...cells,
        { text: average.toFixed(2), value: average, ...(bold ? { bold } : {}) },
      ]
    }),
    notes: notesOf(results, ranking),
  }
}

/** The ranks of the compared algorithms on every set and on average, a table for each ratio; none for a single set. */
export const ranksTable = (results: Results): readonly Table[] =>
  ratiosOf(results).flatMap((ratio) => {
    const ranking = rankingAt(results, ratio)
    return ranking ? [tableOf(results, ratio, ranking)] : []
  })
