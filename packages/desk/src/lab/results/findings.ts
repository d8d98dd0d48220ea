import { GAIN_SHARE, metrics, nearestShare, type Results } from '@askance/bench'
import { say } from '../../words/say.js'
import type { LabTable } from '../engine/table.js'
import { differenceText, isBetter, pText, shareText } from '../figures.js'
import { tunedSettings } from './settings.js'
import { bestRow } from './verdict.js'

/** A finding with title and text. */
export interface Finding {
  readonly title: string
  readonly text: string
}

/** Significance level of the paired t-test. */
const SIGNIFICANT = 0.05
/** Label share at which neighbouring rows are compared. */
const COMPARISON_SHARE = 0.2
/** Fewer runs show only large differences. */
const FEW_RUNS = 5
/** Differences below this share are considered small. */
const CLOSE = 0.01

const gainFinding = (table: LabTable, name: string): Finding | undefined => {
  const { metric } = table
  const sign = metrics[metric].better === 'up' ? 1 : -1
  const gains = table.gains.filter(({ first }) => first === name)
  const [first, last] = [gains[0], gains.at(-1)]
  if (!first || !last) return undefined
  const seen = gains.filter(({ p, difference }) => p < SIGNIFICANT && sign * difference > 0)
  const worse = gains.filter(({ p, difference }) => p < SIGNIFICANT && sign * difference < 0)
  if (seen.length === 0 && worse.length === 0)
    return { title: say('lab.findings.noGain'), text: say('lab.findings.noGainText', { name }) }
  if (seen.length === 0)
    return {
      title: say('lab.findings.loss'),
      text: say('lab.findings.lossText', {
        name,
        shares: worse.map(({ ratio }) => shareText(ratio)).join(', '),
      }),
    }
  const largest = seen.reduce((a, b) => (Math.abs(b.difference) > Math.abs(a.difference) ? b : a))
  const values = {
    name,
    share: shareText(largest.ratio),
    difference: differenceText(metric, largest.difference),
  }
  const isEarly = largest.ratio < last.ratio && Math.abs(last.difference) < Math.abs(largest.difference) / 2
  if (!isEarly) return { title: say('lab.findings.gain'), text: say('lab.findings.gainText', values) }
  const end = {
    last: shareText(last.ratio),
    rest: differenceText(metric, last.difference),
  }
  const key = sign * last.difference >= 0 ? 'lab.findings.earlyText' : 'lab.findings.earlyBehindText'
  return { title: say('lab.findings.early'), text: say(key, { ...values, ...end }) }
}

const closenessFinding = (table: LabTable, name: string): Finding | undefined => {
  const { metric, ratios, rows } = table
  if (metrics[metric].unit !== 'share' || table.gains.length === 0) return undefined
  const full = rows.find(({ role }) => role === 'supervised')
  const mean = full?.values[0]?.mean
  const own = rows.find((row) => row.name === name)?.values ?? []
  if (!full || mean === undefined) return undefined
  // It must stay close at all larger shares too.
  const place = own.findLastIndex((value) => value === undefined || value.mean < mean - CLOSE) + 1
  const last = own.findLastIndex((value) => value !== undefined)
  const lastValue = own[last]
  if (place < own.length)
    return {
      title: say('lab.findings.close'),
      text: say('lab.findings.closeText', { name, share: shareText(ratios[place] ?? 1), full: full.name }),
    }
  if (!lastValue) return undefined
  return {
    title: say('lab.findings.far'),
    text: say('lab.findings.farText', {
      name,
      share: shareText(ratios[last] ?? 1),
      full: full.name,
      difference: differenceText(metric, mean - lastValue.mean),
    }),
  }
}

const settingsFinding = (results: Results, name: string): Finding | undefined => {
  const { metric } = results.protocol
  const settings = tunedSettings(results, name, GAIN_SHARE)
  if (!settings) return undefined
  const scores = settings.cells.map(({ score }) => score)
  const spread = Math.max(...scores) - Math.min(...scores)
  const isSmall = metrics[metric].unit === 'share' && spread < CLOSE
  return {
    title: say(isSmall ? 'lab.findings.settingsRobust' : 'lab.findings.settingsMatter'),
    text: say('lab.findings.settingsText', {
      name,
      share: shareText(settings.ratio),
      count: settings.tried,
      difference: differenceText(metric, spread),
    }),
  }
}

const unreachableFindings = ({ cells, protocol }: Results): readonly Finding[] =>
  protocol.algorithms.flatMap(({ name, label = name }) => {
    const missed = cells.filter(({ algorithm, status }) => algorithm === label && status === 'unattainable')
    const [first] = missed
    if (!first) return []
    const key = first.reached > first.ratio ? 'lab.findings.sharesTooSmall' : 'lab.findings.sharesTooLarge'
    const shares = missed.map(({ ratio }) => shareText(ratio)).join(', ')
    return [{ title: say(key, { name: label }), text: say('lab.findings.unreachedText', { shares }) }]
  })

/** Derives the findings from the results. */
export const labFindings = (table: LabTable, results: Results): readonly Finding[] => {
  const name = bestRow(table)?.name
  if (name === undefined) return []
  const found = [gainFinding(table, name), closenessFinding(table, name), settingsFinding(results, name)]
  return [...found.filter((finding) => finding !== undefined), ...unreachableFindings(results)]
}

/** Compares neighbouring rows at one label share. */
export const comparisonFindings = (table: LabTable): readonly Finding[] => {
  const { metric, comparisons } = table
  const ratio = nearestShare([...new Set(comparisons.map((duel) => duel.ratio))], COMPARISON_SHARE)
  return comparisons
    .filter((duel) => duel.ratio === ratio)
    .map(({ first, second, difference, p }) => {
      const share = shareText(ratio ?? COMPARISON_SHARE)
      if (p >= SIGNIFICANT)
        return {
          title: say('lab.comparisons.even', { first, second }),
          text: say('lab.comparisons.evenText', { share, p: pText(p) }),
        }
      const isFirst = isBetter(metric, difference, 0)
      const [ahead, behind] = isFirst ? [first, second] : [second, first]
      return {
        title: say('lab.comparisons.ahead', { ahead, behind }),
        text: say('lab.comparisons.aheadText', {
          share,
          difference: differenceText(metric, difference),
          p: pText(p),
        }),
      }
    })
}

/** Returns the number of runs if it is too small for fine differences. */
export const fewRuns = ({ comparisons }: LabTable): number | undefined => {
  const runs = Math.min(...comparisons.map((duel) => duel.runs))
  return runs < FEW_RUNS ? runs : undefined
}
