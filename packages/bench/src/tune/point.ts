import type { Parameters } from '@askance/core'
import { dialOf, findAlgorithm } from '@askance/core/internals'
import { Aim, startOf } from '../aim/dial.js'
import { isFair } from '../aim/search.js'
import type { MetricName } from '../metrics.js'
import { mostQuestions, newSetGame } from '../play/game.js'
import { type Player, valueIn } from '../play/player.js'
import type { Tuning } from '../protocol/protocol.js'
import type { OpenSet } from '../sets/set.js'
import { foldOf } from '../sets/stage.js'

export interface PointOptions {
  readonly fold: number
  readonly tuning: Pick<Tuning, 'folds' | 'score' | 'mostRows'>
  readonly seed: number
  readonly metric: MetricName
  /** The target ratios and the start of each dial search. */
  readonly aims: readonly { readonly ratio: number; readonly start?: number }[]
}

/** The score of a point on one fold at one ratio. */
export interface FoldScore {
  readonly score: number
  /** The measured ratio; the closest one if the target is not attainable. */
  readonly ratio: number
  readonly attainable: boolean
  /** The value of the dial. */
  readonly dial?: number
}

/** Accurate enough for tuning: a closer search costs passes, and the dial is set again afterwards. */
const CLOSE = 0.04
const MAX_PASSES = 14

/** Plays one point of the grid on one fold, at every ratio. */
export const playPoint = (
  set: OpenSet,
  player: Player,
  parameters: Parameters,
  { fold, tuning, seed, metric, aims }: PointOptions,
): readonly FoldScore[] => {
  const { train, rest } = foldOf(set, seed, fold, tuning.folds, tuning.mostRows)
  const items = train.order.length
  const most = mostQuestions(set, items)
  const scores = new Map<number, { score: number; asked: number }>()
  const played = (values: Parameters): { score: number; asked: number } => {
    const game = newSetGame(set, player, values, train, seed + fold)
    game.pass.play(train, 0, items)
    const online = game.values()
    const isOnline = tuning.score === 'online' || rest.length === 0
    return { asked: online.asked, score: valueIn(isOnline ? online : game.heldOut(train, rest), metric) }
  }
  const algorithm = findAlgorithm(player.algorithm)
  const dial = dialOf(algorithm)
  if (!dial) {
    const { score, asked } = played(parameters)
    return aims.map(() => ({ score, ratio: asked / most, attainable: true }))
  }
  const { name } = dial.parameter
  if (dial.isExact)
    return aims.map(({ ratio }) => {
      const { score, asked } = played({ ...parameters, [name]: ratio })
      return { score, ratio: asked / most, attainable: true, dial: ratio }
    })
  const aim = new Aim(algorithm, dial, most, (value) => {
    const result = played({ ...parameters, [name]: value })
    scores.set(value, result)
    return result.asked
  })
  return aims.map(({ ratio, start }) => {
    const { value, asked } = aim.at(ratio, {
      close: CLOSE,
      maxPasses: MAX_PASSES,
      start: start ?? startOf(dial, player.kernel),
    })
    const attainable = isFair(asked, ratio * most)
    return { score: scores.get(value)?.score ?? 0, ratio: asked / most, attainable, dial: value }
  })
}
