import { dialOf, findAlgorithm, selfTuning } from '@askance/core/internals'
import type { Job } from '../jobs/job.js'
import type { Protocol } from '../protocol/protocol.js'
import { GAIN_SHARE, nearestShare } from './shares.js'

/**
 * The order of the jobs, smallest first. `auto` and its baselines come first, at the share of labels that the first sentence
 * is about, then at the other shares; the other algorithms follow in turn. Further runs refine the curves.
 */
export const jobOrder = ({ algorithms, ratios, seed }: Protocol): ((job: Job) => number) => {
  const places = new Map(algorithms.map(({ name }, k) => [name, 1 + k]))
  const first = nearestShare(ratios, GAIN_SHARE)
  const shares = [first, ...ratios.filter((ratio) => ratio !== first)]
  const width = 1 + shares.length
  return ({ kind, player, parameters, options }) => {
    const algorithm = findAlgorithm(player.algorithm)
    const dial = dialOf(algorithm)
    if (kind === 'aim' && (!dial || dial.isExact)) return -1
    const before = kind === 'run' ? (options.seed - seed) * width * (1 + algorithms.length) : 0
    if (algorithm.learner !== selfTuning) return before + width * (places.get(player.algorithm) ?? 0)
    // Learning every label takes longest.
    const share = shares.indexOf(Number(parameters[dial?.parameter.name ?? '']))
    return before + (share < 0 ? shares.length : share)
  }
}
