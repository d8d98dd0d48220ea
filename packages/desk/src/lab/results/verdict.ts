import { GAIN_SHARE, nearestShare } from '@askance/bench'
import { formatCount } from '../../parts/numbers.js'
import { say } from '../../words/say.js'
import type { Comparison, LabRow, LabTable } from '../engine/table.js'
import { differenceText, goalText, isBetter, shareText, valueText } from '../figures.js'

/** The summary of a run. */
export interface Verdict {
  readonly lead: string
  readonly more: string
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

const leadSentence = (table: LabTable, best: LabRow): string | undefined => {
  const { goal, metric, rows, ratios } = table
  const random = rows.filter(({ role }) => role === 'random')
  if (goal === undefined) return firstSentence(table, best)
  const values = { name: best.name, goal: goalText(metric, goal) }
  const max = shareText(ratios.at(-1) ?? 1)
  if (!best.needed) return say('lab.verdict.never', { ...values, max })
  const needed = roundedCount(best.needed.labels)
  const labels = best.needed.atMost ? say('lab.verdict.atMost', { labels: needed }) : needed
  const fewest = random.flatMap(({ needed: one }) => one ?? []).toSorted((a, b) => a.labels - b.labels)[0]
  if (!fewest) return say('lab.verdict.randomNever', { ...values, labels, max })
  const other = { ...values, labels, random: roundedCount(fewest.labels) }
  return say(best.needed.labels < fewest.labels ? 'lab.verdict.saves' : 'lab.verdict.noGain', other)
}

/** Until all labels were tried, there is no goal: the scores at one share. */
const firstSentence = ({ metric, rows, ratios }: LabTable, best: LabRow): string | undefined => {
  const random = rows.find(({ role }) => role === 'random')
  const both = ratios.filter((_, k) => best.values[k] && random?.values[k])
  const share = nearestShare(both, GAIN_SHARE)
  const at = share === undefined ? -1 : ratios.indexOf(share)
  const [own, other] = [best.values[at], random?.values[at]]
  if (share === undefined || !own || !other) return undefined
  return say('lab.verdict.first', {
    share: shareText(share),
    name: best.name,
    value: goalText(metric, own.mean),
    random: valueText(metric, other.mean),
  })
}

const detailSentence = (table: LabTable, best: LabRow, isRunning: boolean): string => {
  const gain = gainAt(table, best.name)
  if (!gain) return say(isRunning ? 'lab.verdict.firstRun' : 'lab.verdict.oneRun')
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
    (leadSentence(table, best) ?? (isRunning ? undefined : say('lab.verdict.noGoal', { name: best.name })))
  return best && lead !== undefined ? { lead, more: detailSentence(table, best, isRunning) } : undefined
}
