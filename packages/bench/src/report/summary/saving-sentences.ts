import { count } from '@askance/core/internals'
import { metrics } from '../../metrics.js'
import type { Results } from '../../results/results.js'
import type { LabelSaving } from '../../statistics/index.js'
import { ofRole, type Reported, setNames } from './cells.js'
import { shown, unitOf } from './format.js'
import { fullFor, randomFor, ratioCurve, savingOf } from './rankings.js'

/**
 * How many labels the best algorithm saves, one sentence per data set; none without a line for full supervision. Costs and mistakes
 * have no share of full supervision that people would ask for, so there is none for them either.
 */
export const savingSentences = (results: Results): readonly string[] => {
  if (metrics[results.protocol.metric].unit !== 'share') return []
  const sets = setNames(results)
  return sets.flatMap((set) => {
    const sentence = sentenceOf(results, set)
    return sentence === undefined ? [] : [sets.length > 1 ? `${set}: ${sentence}` : sentence]
  })
}

interface Best {
  readonly algorithm: Reported
  readonly full: number
  readonly saving: LabelSaving | undefined
}

/** All have the same goal, the best full supervision: few labels for the goal of a weak learner are no success. */
const bestOf = (results: Results, set: string): Best | undefined => {
  const { metric } = results.protocol
  const isUp = metrics[metric].better === 'up'
  const compared = ofRole(results, 'compared').filter(({ name }) => ratioCurve(results, set, name).length > 0)
  const fulls = compared.flatMap((algorithm) => fullFor(results, set, algorithm)?.mean ?? [])
  if (fulls.length === 0) return undefined
  const full = isUp ? Math.max(...fulls) : Math.min(...fulls)
  const lastValue = ({ name }: Reported): number => {
    const value = ratioCurve(results, set, name).at(-1)?.value ?? 0
    return isUp ? value : -value
  }
  return compared
    .map((algorithm) => ({ algorithm, full, saving: savingOf(results, set, algorithm.name, full) }))
    .toSorted(
      (a, b) =>
        (a.saving?.ratio ?? 2) - (b.saving?.ratio ?? 2) || lastValue(b.algorithm) - lastValue(a.algorithm),
    )[0]
}

const sentenceOf = (results: Results, set: string): string | undefined => {
  const items = results.sets.find(({ name }) => name === set)?.items
  const best = bestOf(results, set)
  if (items === undefined || !best) return undefined
  const { metric, ratios } = results.protocol
  const { better, title } = metrics[metric]
  const { algorithm, full, saving } = best
  const goal = `${shown(metric, (better === 'up' ? 0.99 : 1.01) * full)}${unitOf(metric)} ${title}`
  const most = count(Math.floor(items * Math.max(...ratios)))
  const all = `${count(items)} labels give ${shown(metric, full)}${unitOf(metric)}`
  if (!saving) return `${algorithm.name} does not reach ${goal} with ${most} labels; ${all}.`
  const own = labelsText(saving, items)
  const random = randomFor(results, set, algorithm, full)
  const instead = random?.saving ? ` instead of ${labelsText(random.saving, items)} at random` : ''
  const unreached = random && !random.saving ? `, which random asking does not reach with ${most}` : ''
  return `${algorithm.name} needs ${own} labels${instead} for ${goal}${unreached}; ${all}.`
}

const labelsText = ({ ratio, atMost }: LabelSaving, items: number): string =>
  `${atMost ? 'at most ' : ''}${count(Math.ceil(ratio * items - 1e-9))}`
