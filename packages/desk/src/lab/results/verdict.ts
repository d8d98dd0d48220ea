import { GAIN_SHARE, nearestShare } from '@askance/bench'
import { formatCount } from '../../parts/numbers.js'
import { say } from '../../words/say.js'
import type { Comparison, LabRow, LabTable } from '../engine/table.js'
import { differenceText, goalText, isBetter, shareText, valueText } from '../figures.js'

/** The summary of a run. */
export interface Verdict {
  readonly lead: string
  /** How sure it is; undefined without a run of random asking. */
  readonly more: string | undefined
}

/** Label counts are estimates, so two digits suffice. */
const roundedCount = (labels: number): string =>
  formatCount(labels < 100 ? labels : Number(labels.toPrecision(2)))

/** The comparison nearest to the preferred share. */
const gainAt = ({ gains }: LabTable, name: string, wanted = GAIN_SHARE): Comparison | undefined => {
  const own = gains.filter(({ first }) => first === name)
  const ratio = nearestShare(
    own.map((duel) => duel.ratio),
    wanted,
  )
  return own.find((duel) => duel.ratio === ratio)
}

export const bestRow = ({ rows }: LabTable): LabRow | undefined =>
  rows.find(({ role, values }) => role === 'compared' && values.some((value) => value !== undefined))

/** The largest share that all the rows have played. */
const lastShare = ({ ratios }: LabTable, rows: readonly LabRow[]): string | undefined => {
  const share = ratios.findLast((_, k) => rows.length > 0 && rows.every(({ values }) => values[k]))
  return share === undefined ? undefined : shareText(share)
}

const leadSentence = (table: LabTable, best: LabRow, isRunning: boolean): string | undefined => {
  const { goal, metric, rows, ratios } = table
  const random = rows.filter(({ role }) => role === 'random')
  const isOpen = isRunning && [best, ...random].some(({ values }) => ratios.some((_, k) => !values[k]))
  if (goal === undefined || isOpen) return firstSentence(table, best)
  const values = { name: best.name, goal: goalText(metric, goal) }
  if (!best.needed) return say('lab.verdict.never', { ...values, max: lastShare(table, [best]) ?? '' })
  const needed = roundedCount(best.needed.labels)
  const labels = best.needed.atMost ? say('lab.verdict.atMost', { labels: needed }) : needed
  const fewest = random.flatMap(({ needed: one }) => one ?? []).toSorted((a, b) => a.labels - b.labels)[0]
  if (!fewest) {
    const max = lastShare(table, random)
    return max && say('lab.verdict.randomNever', { ...values, labels, max })
  }
  const other = { ...values, labels, random: roundedCount(fewest.labels) }
  return say(best.needed.labels < fewest.labels ? 'lab.verdict.saves' : 'lab.verdict.noGain', other)
}

/** Until all shares were played, or without a goal: the scores at one share, over the runs that both have. */
const firstSentence = ({ metric, ratios }: LabTable, { name, random }: LabRow): string | undefined => {
  const both = ratios.filter((_, k) => random?.pairs[k])
  const share = nearestShare(both, GAIN_SHARE)
  const pair = share === undefined ? undefined : random?.pairs[ratios.indexOf(share)]
  if (share === undefined || !pair) return undefined
  return say('lab.verdict.firstShare', {
    share: shareText(share),
    name,
    value: goalText(metric, pair.own),
    random: valueText(metric, pair.random),
  })
}

const detailSentence = (table: LabTable, best: LabRow, isRunning: boolean): string | undefined => {
  const gain = gainAt(table, best.name)
  if (!gain) {
    if (!best.random?.pairs.some((pair) => pair)) return undefined
    return say(isRunning && table.runs > 1 ? 'lab.verdict.firstRun' : 'lab.verdict.oneRun')
  }
  const { metric } = table
  const { difference, low, high, ratio, runs, won } = gain
  const values = {
    share: shareText(ratio),
    name: best.name,
    difference: differenceText(metric, difference),
    reach: valueText(metric, (high - low) / 2),
    runs,
    won,
  }
  if (low <= 0 && high >= 0) return say('lab.verdict.even', values)
  return say(isBetter(metric, difference, 0) ? 'lab.verdict.ahead' : 'lab.verdict.behind', values)
}

/** Summarizes the best algorithm; undefined until it can be compared. */
export const createVerdict = (table: LabTable, isRunning = false): Verdict | undefined => {
  const best = bestRow(table)
  const lead =
    best &&
    (leadSentence(table, best, isRunning) ??
      (isRunning ? undefined : say('lab.verdict.noGoal', { name: best.name })))
  return best && lead !== undefined ? { lead, more: detailSentence(table, best, isRunning) } : undefined
}
