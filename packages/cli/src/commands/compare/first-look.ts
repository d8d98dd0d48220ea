import {
  type Cell,
  GAIN_SHARE,
  metrics,
  nearestShare,
  type Protocol,
  pairedValues,
  reported,
} from '@askance/bench'
import { percent } from '@askance/core/internals'

/**
 * What the first runs of `auto` and of random asking say, seconds after the start: a sentence when both have played the same
 * run at the share that is played first.
 */
export const firstLook = (protocol: Protocol): ((cell: Cell) => string | undefined) => {
  const { metric, ratios, runs, sets } = protocol
  const share = nearestShare(ratios, GAIN_SHARE)
  const all = reported({ protocol })
  const auto = all.find(({ name, role }) => name === 'auto' && role === 'compared')
  const random = all.find(({ role, learner }) => role === 'random' && learner === auto?.learner)
  const cells = new Map<string, Cell>()
  return (cell) => {
    if (cell.ratio !== share || cell.set !== sets[0]?.name || metrics[metric].unit !== 'share')
      return undefined
    cells.set(cell.algorithm, cell)
    const [own, other] = [auto, random].map((one) => cells.get(one?.name ?? ''))
    const pairs = own && other ? pairedValues(own, other, metric) : []
    if (pairs.length === 0) return undefined
    const mean = (side: 0 | 1): string =>
      percent(pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length)
    const sure =
      runs > 1
        ? `this is from ${pairs.length} of ${runs} runs, so only a first impression`
        : 'one run shows nothing about significance'
    return `with ${percent(share, 0)} of the labels, auto reaches ${mean(0)} ${metrics[metric].title}, random asking ${mean(1)}; ${sure}`
  }
}
