import { share, type Table, type TableCell } from '@askance/core/internals'
import { type MetricName, metrics } from '../../metrics.js'
import { labelOf } from '../../protocol/protocol.js'
import type { PaperNumber } from '../../reproduce/reproduction.js'
import type { Cell, Results } from '../../results/results.js'
import { cellAt, cellSummary, reported, type Summary } from '../summary/cells.js'
import { notAttainable, runsNote, shown, shownDifference, shownWith, unitOf } from '../summary/format.js'
import { EMPTY, left, right } from './cells.js'

/** How close our mean is to the paper's. */
type Nearness = 'yes' | 'rounding' | 'within both' | 'within ours' | 'no'

/**
 * Within the paper's standard deviation, within it if mean and deviation were rounded in our disfavour (each by half a
 * unit), within the sum of both deviations, or none of these. If the paper prints no deviation, only ours is used.
 */
const nearness = (paper: PaperNumber, ours: Summary): Nearness => {
  // Rounding errors must not decide.
  const away = Math.abs(ours.mean - paper.mean) * (1 - 1e-9)
  const our = ours.deviation ?? 0
  if (paper.deviation === undefined) return away <= our ? 'within ours' : 'no'
  if (away <= paper.deviation) return 'yes'
  if (away <= paper.deviation + (paper.unit ?? 0)) return 'rounding'
  return away <= paper.deviation + our ? 'within both' : 'no'
}

/** Finds the algorithm by its label, or by its catalogue name if that is unique. */
const labelFor = ({ protocol: { algorithms } }: Results, name: string): string => {
  if (algorithms.some((spec) => labelOf(spec) === name)) return name
  const same = algorithms.filter((spec) => spec.name === name)
  return same.length === 1 && same[0] ? labelOf(same[0]) : name
}

/** Why there is no value to compare with the paper. */
const reasonFor = (results: Results, set: string, cell: Cell | undefined): string => {
  const gone = results.missing.some((one) => one.set === set)
  if (gone) return 'no data'
  return cell?.status === 'unattainable' ? notAttainable(cell) : 'not part of the experiment'
}

interface Row {
  readonly cells: readonly TableCell[]
  readonly near: Nearness | undefined
}

const printed = (metric: MetricName, { mean, deviation }: PaperNumber | Summary): TableCell => ({
  text: shownWith(metric, mean, deviation),
  value: mean,
  ...(deviation === undefined ? {} : { deviation }),
})

const rowFor = (results: Results, paper: PaperNumber): Row => {
  const { set, metric, ratio, queryRatio } = paper
  const algorithm = labelFor(results, paper.algorithm)
  const known = reported(results).find(({ name }) => name === algorithm)
  const cell = known && cellAt(results, set, known, ratio)
  const names = [set, algorithm, share(ratio)].map((text) => ({ text }))
  const asked: TableCell =
    queryRatio === undefined ? EMPTY : { text: shown('queryRatio', queryRatio), value: queryRatio }
  const ours = cellSummary(cell, metric)
  if (!ours) {
    const reason = { text: reasonFor(results, set, cell) }
    return { cells: [...names, printed(metric, paper), reason, EMPTY, EMPTY, asked, EMPTY], near: undefined }
  }
  const away = ours.mean - paper.mean
  const near = nearness(paper, ours)
  const ourRatio = cellSummary(cell, 'queryRatio')
  const difference = { text: shownDifference(metric, away), value: away }
  const ourAsked = ourRatio ? printed('queryRatio', ourRatio) : EMPTY
  return {
    cells: [
      ...names,
      printed(metric, paper),
      printed(metric, ours),
      difference,
      { text: near },
      asked,
      ourAsked,
    ],
    near,
  }
}

const summaryLine = (rows: readonly Row[]): string => {
  const made = rows.filter(({ near }) => near !== undefined)
  const count = (kind: Nearness): number => made.filter(({ near }) => near === kind).length
  const line = `${count('yes') + count('within ours')} of ${made.length} within one standard deviation`
  const [rounding, both] = [count('rounding'), count('within both')]
  const gone = rows.length - made.length
  return `${line}${rounding > 0 ? `, ${rounding} more allowing for the rounding of the printed numbers` : ''}${both > 0 ? `, ${both} more within the sum of both` : ''}${
    gone > 0 ? `; ${gone} could not be computed` : ''
  }.`
}

/**
 * Our numbers next to those of a paper, and how many of them agree: one table per metric, none if the
 * paper prints no numbers.
 */
export const paperTable = (results: Results, numbers: readonly PaperNumber[]): readonly Table[] =>
  [...new Set(numbers.map(({ metric }) => metric))].map((metric) => {
    const rows = numbers.filter((number) => number.metric === metric).map((number) => rowFor(results, number))
    const unit = unitOf(metric)
    return {
      id: `paper-${metric}`,
      title: `${metrics[metric].title}: the paper’s numbers and ours`,
      columns: [
        ...['set', 'algorithm', 'ratio'].map(left),
        ...[`paper${unit}`, `ours${unit}`, 'difference', 'within', 'paper asked %', 'asked %'].map(right),
      ],
      rows: rows.map(({ cells }) => cells),
      notes: [
        summaryLine(rows),
        `Mean ± standard deviation; ours over ${runsNote(results)}.${
          metrics[metric].unit === 'share' ? ' Differences are in percentage points.' : ''
        }`,
        'Within: yes if the means differ by no more than the paper’s standard deviation, rounding if by no more than it and one unit of the last printed digit, within both if by no more than the sum of both deviations; within ours if the paper prints none and they differ by no more than ours.',
      ],
    }
  })
