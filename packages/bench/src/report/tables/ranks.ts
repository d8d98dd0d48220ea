import { counted, fixed, listed, share, type Table, type TableCell } from '@askance/core/internals'
import { type MetricName, metrics } from '../../metrics.js'
import type { Results } from '../../results/results.js'
import { holm, pairedT, signedRank } from '../../statistics/index.js'
import { isBetter, pairedValues, ratiosOf, setNames } from '../summary/cells.js'
import { chance, ratioSlug, runsNote, shownDifference, slugs } from '../summary/format.js'
import { type Contender, contenders, MIN_TESTED_SETS, type Ranking, rankingAt } from '../summary/rankings.js'
import { EMPTY, left, right } from './cells.js'

/** A p-value with its sign: `p = 0.0123`, `p < 0.0001`. */
const pText = (p: number): string => `p ${p < 0.0001 ? chance(p) : `= ${chance(p)}`}`

const testNotes = (ranking: Ranking): readonly string[] =>
  ranking.tested
    ? [
        testNote(ranking),
        `Critical difference of the average ranks (Nemenyi, 95 %): ${ranking.difference.toFixed(2)}, from ${counted(ranking.sets.length, 'set')}. Bold (* in plain text): the best average and all within the critical difference of it.`,
      ]
    : [`No test: ${counted(ranking.sets.length, 'set')} are too few, at least ${MIN_TESTED_SETS} are needed.`]

const testNote = ({ test, sets }: Ranking): string => {
  const { chiSquare, df, p, f, pF } = test
  const plain = `Friedman: χ² = ${chiSquare.toFixed(2)} with ${df} degrees of freedom, ${pText(p)}`
  const davenport =
    f === undefined || pF === undefined
      ? ''
      : `; Iman–Davenport: F = ${Number.isFinite(f) ? f.toFixed(2) : '∞ (the same ranks on every set)'} with ${df} and ${df * (sets.length - 1)}, ${pText(pF)}`
  return `${plain}${davenport}.`
}

const notesOf = (results: Results, ranking: Ranking): readonly string[] => [
  `Ranks by the mean ${metrics[results.protocol.metric].title} of the runs, 1 is the best; ties share the mean of their ranks.`,
  ...testNotes(ranking),
  ...ranking.without.map(({ set, name }) => `${name} has no value on ${set} and gets the worst rank there.`),
  ...(ranking.leftOut.length > 0 ? [`Not ranked, because not on all sets: ${listed(ranking.leftOut)}.`] : []),
]

const tableOf = (results: Results, ratio: number, ranking: Ranking): Table => {
  const { names, sets, ranks, difference, tested } = ranking
  const { averageRanks } = ranking.test
  const least = Math.min(...averageRanks)
  return {
    id: `ranks-${ratioSlug(ratio)}`,
    title: `Ranks at ${share(ratio)} of the labels`,
    columns: [left('algorithm'), ...sets.map(right), right('average')],
    rows: names.map((name, k) => {
      const average = averageRanks[k] ?? 0
      const cells = sets.map((_, s): TableCell => {
        const rank = ranks[s]?.[k] ?? 0
        return { text: String(rank), value: rank }
      })
      const bold = tested && (average === least || average - least < difference)
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

interface Duel {
  readonly name: string
  readonly pairs: readonly (readonly [own: number, best: number])[]
  readonly t: number
  readonly p: number
  readonly difference: number
}

/** Rounds differences, so that Wilcoxon's test sees ties despite rounding errors. */
const wilcoxon = (pairs: Duel['pairs']): number => {
  const differences = pairs.map(([own, best]) => Number((own - best).toPrecision(10)))
  return signedRank(
    differences.map((one) => (Math.abs(one) < 1e-12 ? 0 : one)),
    differences.map(() => 0),
  ).p
}

/** Every other contender against the best; omitted with fewer than two runs in common. */
const duelsOf = (found: readonly Contender[], metric: MetricName): readonly Duel[] => {
  const winner = found.find(({ best }) => best)
  if (!winner) return []
  return found.flatMap((one) => {
    if (one === winner) return []
    const pairs = pairedValues(one.cell, winner.cell, metric)
    const test = pairedT(
      pairs.map(([own]) => own),
      pairs.map(([, best]) => best),
    )
    if (!test) return []
    return [{ name: one.name, pairs, t: test.t, p: test.p, difference: test.meanDifference }]
  })
}

const chanceCell = (p: number | undefined): TableCell =>
  p === undefined ? EMPTY : { text: chance(p), value: p }

const tCell = (t: number): TableCell =>
  Number.isFinite(t) ? { text: fixed(t, 2), value: t } : { text: t > 0 ? '∞' : '−∞' }

const rowsAt = (results: Results, set: string, ratio: number): Table['rows'] => {
  const { metric } = results.protocol
  const found = contenders(results, set, ratio)
  const best = found.find((one) => one.best)?.name ?? ''
  const duels = duelsOf(found, metric)
  const adjusted = holm(duels.map(({ p }) => p))
  return duels.map(({ name, pairs, t, p, difference }, k) => {
    const wins = pairs.filter(([own, other]) => isBetter(metric, own, other)).length
    const losses = pairs.filter(([own, other]) => isBetter(metric, other, own)).length
    return [
      { text: share(ratio) },
      { text: name },
      { text: best },
      { text: shownDifference(metric, difference), value: difference },
      tCell(t),
      chanceCell(p),
      chanceCell(wilcoxon(pairs)),
      chanceCell(adjusted[k]),
      { text: `${wins}/${pairs.length - wins - losses}/${losses}` },
    ]
  })
}

/** Every compared algorithm against the best of its ratio, a table for each set with two or more of them. */
export const testsTable = (results: Results): readonly Table[] => {
  const sets = setNames(results)
  const ids = slugs(sets)
  const { title, unit } = metrics[results.protocol.metric]
  return sets
    .map((set): Table => {
      const rows = ratiosOf(results).flatMap((ratio) => rowsAt(results, set, ratio))
      const numbers = ['difference', 't', 'p', 'Wilcoxon p', 'Holm p', 'won/tied/lost']
      return {
        id: `tests-${ids.get(set)}`,
        title: `${set}: tests against the best`,
        columns: [...['ratio', 'algorithm', 'best'].map(left), ...numbers.map(right)],
        rows,
        notes: [
          `Difference of the mean ${title} from that of the best${unit === 'share' ? ', in percentage points' : ''}; t and p of the two-sided paired t-test over ${runsNote(results)}.`,
          'Wilcoxon: p of the signed-rank test of the same pairs. Holm: p of the t-test, adjusted for all comparisons at this ratio. The last column counts the runs in which the algorithm was better than, equal to and worse than the best.',
        ],
      }
    })
    .filter(({ rows }) => rows.length > 0)
}
