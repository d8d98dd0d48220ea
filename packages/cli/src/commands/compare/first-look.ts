import {
  type Cell,
  cellSummary,
  GAIN_SHARE,
  metrics,
  nearestShare,
  type Protocol,
  reported,
} from '@askance/bench'
import { percent } from '@askance/core/internals'

/**
 * What the first runs of `auto` and of random asking say, seconds after the start: a sentence when both have a value at the
 * share that is played first.
 */
export const firstLook = (protocol: Protocol): ((cell: Cell) => string | undefined) => {
  const { metric, ratios, runs, sets } = protocol
  const share = nearestShare(ratios, GAIN_SHARE)
  const all = reported({ protocol })
  const auto = all.find(({ name, role }) => name === 'auto' && role === 'compared')
  const random = all.find(({ role, learner }) => role === 'random' && learner === auto?.learner)
  const means = new Map<string, number>()
  return (cell) => {
    const mean = cellSummary(cell, metric)?.mean
    if (cell.ratio !== share || cell.set !== sets[0]?.name || mean === undefined) return undefined
    means.set(cell.algorithm, mean)
    const [own, other] = [auto, random].map((one) => means.get(one?.name ?? ''))
    if (own === undefined || other === undefined || metrics[metric].unit !== 'share') return undefined
    const rest = runs > 1 ? `; this is from the first of ${runs} runs` : ''
    return `with ${percent(share, 0)} of the labels, auto reaches ${percent(own)} ${metrics[metric].title}, random asking ${percent(other)}${rest}`
  }
}
