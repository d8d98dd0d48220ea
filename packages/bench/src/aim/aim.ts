import type { Parameters } from '@askance/core'
import { dialOf, findAlgorithm } from '@askance/core/internals'
import { mostQuestions, newSetGame } from '../play/game.js'
import type { Player } from '../play/player.js'
import type { OpenSet } from '../sets/set.js'
import { stageOf } from '../sets/stage.js'
import { Aim, startOf } from './dial.js'

export interface AimOptions {
  readonly ratio: number
  /** One permutation per seed; no run uses them. */
  readonly seeds: readonly number[]
  readonly start?: number
}

/** The result of setting a dial. */
export interface Aimed {
  readonly parameters: Parameters
  readonly ratio: number
  readonly attainable: boolean
}

const CLOSE = 0.01
const MAX_PASSES = 20

/** Sets the dial so that the mean ratio over several permutations of the whole set matches the target. */
export const aimDial = (
  set: OpenSet,
  player: Player,
  parameters: Parameters,
  { ratio, seeds, start }: AimOptions,
): Aimed => {
  const algorithm = findAlgorithm(player.algorithm)
  const dial = dialOf(algorithm)
  if (!dial) return { parameters, ratio: 1, attainable: true }
  const { name } = dial.parameter
  if (dial.isExact) return { parameters: { ...parameters, [name]: ratio }, ratio, attainable: true }
  const stages = seeds.map((seed) => stageOf(set, seed))
  const items = stages[0]?.order.length ?? 0
  const most = mostQuestions(set, items)
  const aim = new Aim(algorithm, dial, most, (value) => {
    let asked = 0
    stages.forEach((stage, k) => {
      const game = newSetGame(set, player, { ...parameters, [name]: value }, stage, seeds[k]!)
      game.pass.play(stage, 0, items)
      asked += game.values().asked
    })
    return asked / stages.length
  })
  const { value, asked, status } = aim.at(ratio, {
    close: CLOSE,
    maxPasses: MAX_PASSES,
    start: start ?? startOf(dial, player.kernel),
  })
  return {
    parameters: { ...parameters, [name]: value },
    ratio: asked / most,
    attainable: status === 'reached',
  }
}
