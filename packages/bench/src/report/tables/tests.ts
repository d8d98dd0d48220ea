import { type MetricName, metrics } from '../../metrics.js'
import type { Results } from '../../results/results.js'
import { holm, pairedT, signedRank } from '../../statistics/index.js'
import { ratiosOf, setNames } from '../summary/cells.js'
import { type Contender, contenders } from '../summary/comparison.js'
import { chance, fixed, percent, shownDifference } from '../summary/format.js'
import { runsNote } from '../summary/notes.js'
import { slugs } from '../summary/slug.js'
import { isBetter, pairedValues } from '../summary/values.js'
import type { Table, TableCell } from '../table.js'
import { EMPTY, left, right } from './cells.js'

interface Duel {
  readonly name: string
  readonly pairs: readonly (readonly [own: number, best: number])[]
  readonly t: number
  readonly p: number
  readonly difference: number
}

/** Differences that rounding alone keeps apart are made equal, so that Wilcoxon's test sees its ties. */
const wilcoxon = (pairs: Duel['pairs']): number => {
  const differences = pairs.map(([own, best]) => Number((own - best).toPrecision(10)))
  return signedRank(
    differences.map((one) => (Math.abs(one) < 1e-12 ? 0 : one)),
    differences.map(() => 0),
  ).p
}

/** Every contender but the best against the best; nothing where there are not two runs in common. */
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
      { text: percent(ratio) },
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
          'Wilcoxon: p of the signed-rank test of the same pairs. Holm: p of the t-test, adjusted for all comparisons at this ratio. The last column counts the runs in which the algorithm was better than the best one, equal and worse.',
        ],
      }
    })
    .filter(({ rows }) => rows.length > 0)
}
