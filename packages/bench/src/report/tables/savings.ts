import { share, type Table, type TableCell } from '@askance/core/internals'
import { metrics } from '../../metrics.js'
import type { Results } from '../../results/results.js'
import type { LabelSaving } from '../../statistics/index.js'
import { type Reported, reported, setNames } from '../summary/cells.js'
import { runsNote, shown, slugs, titleWith } from '../summary/format.js'
import { commonRange, fullFor, meanHeight, randomFor, ratioCurve, savingOf } from '../summary/rankings.js'
import { EMPTY, left, right } from './cells.js'

const NEVER: TableCell = { text: 'not reached' }

/** Adds `≤` if the lowest ratio of the experiment is enough. */
const bounded = ({ atMost }: LabelSaving, text: string): string => (atMost ? `≤ ${text}` : text)

const ratioCell = (saving: LabelSaving | undefined): TableCell =>
  saving ? { text: bounded(saving, shown('queryRatio', saving.ratio)), value: saving.ratio } : NEVER

const labelsCell = (saving: LabelSaving | undefined, items: number | undefined): TableCell => {
  if (!saving) return NEVER
  if (items === undefined) return EMPTY
  const labels = Math.ceil(saving.ratio * items - 1e-9)
  return { text: bounded(saving, String(labels)), value: labels }
}

const tableOf = (results: Results, set: string, id: string | undefined): Table => {
  const { metric } = results.protocol
  const items = results.sets.find(({ name }) => name === set)?.items
  const asking = reported(results)
    .filter(({ role }) => role !== 'supervised')
    .map((algorithm) => ({ algorithm, curve: ratioCurve(results, set, algorithm.name) }))
    .filter(({ curve }) => curve.length > 0)
  const range = commonRange(asking.map(({ curve }) => curve))
  const needs = (algorithm: Reported): readonly TableCell[] => {
    const full = fullFor(results, set, algorithm)
    if (!full) return [EMPTY, EMPTY, EMPTY, EMPTY]
    const saving = savingOf(results, set, algorithm.name, full.mean)
    const random = algorithm.role === 'random' ? undefined : randomFor(results, set, algorithm, full.mean)
    return [
      { text: `${full.name} ${shown(metric, full.mean)}`, value: full.mean },
      ratioCell(saving),
      labelsCell(saving, items),
      random ? labelsCell(random.saving, items) : EMPTY,
    ]
  }
  const over = range ? `from ${share(range[0])} to ${share(range[1])}` : ''
  return {
    id: `savings-${id}`,
    title: `${set}: labels needed for 99 % of full supervision`,
    columns: [
      left('algorithm'),
      ...[`full supervision, ${titleWith(metric)}`, 'asked %', 'labels', 'labels if random'].map(right),
      right(`mean ${titleWith(metric)}`),
    ],
    rows: asking.map(({ algorithm, curve }) => {
      const height = meanHeight(curve, range)
      return [
        { text: algorithm.name },
        ...needs(algorithm),
        height === undefined ? EMPTY : { text: shown(metric, height), value: height },
      ]
    }),
    notes: [
      `Full supervision is the supervised algorithm with the same learner, or the best one if there is none. The goal is ${metrics[metric].better === 'up' ? '99 %' : '101 %'} of its mean ${metrics[metric].title} over ${runsNote(results)}. Between two ratios the mean is interpolated linearly in the logarithm of the ratio; ≤ means that the lowest ratio was enough.`,
      'Labels if random: the labels that random asking needs for the same goal, with the same learner if available.',
      ...(range
        ? [
            `Mean ${metrics[metric].title}: the area under the curve over the logarithm of the ratio ${over}, the range that all algorithms cover, divided by its width.`,
          ]
        : []),
    ],
  }
}

/**
 * The labels each algorithm needs to approach full supervision, and the area under its curve; one table per set. None
 * without a supervised algorithm and with a single ratio, where every cell would be empty.
 */
export const savingsTable = (results: Results): readonly Table[] => {
  const sets = setNames(results)
  const ids = slugs(sets)
  return sets
    .map((set) => tableOf(results, set, ids.get(set)))
    .filter(({ rows }) => rows.some(([, ...cells]) => cells.some((cell) => cell !== EMPTY)))
}
