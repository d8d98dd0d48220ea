import type { Parameters } from '@askance/core'
import type { MetricName } from '../metrics.js'
import type { Curve, Run } from '../results/results.js'
import type { OpenSet } from '../sets/set.js'
import { type Stage, stageOf } from '../sets/stage.js'
import { areaUnderRoc } from './auc.js'
import { mostQuestions, newSetGame, type SetGame } from './game.js'
import { type Player, valueIn } from './player.js'

export interface RunOptions {
  readonly seed: number
  /** The metrics to report. */
  readonly metrics: readonly MetricName[]
  /** The metric of the curve, and its number of points. */
  readonly metric: MetricName
  readonly curvePoints: number
}

/** Plays one run with the permutation and the coins of its seed, and measures it. */
export const playRun = (set: OpenSet, player: Player, parameters: Parameters, options: RunOptions): Run => {
  const { seed, metrics: wanted } = options
  const stage = stageOf(set, seed)
  const rounds = stage.order.length
  const isRanked = wanted.includes('auc') && set.facts.classes.length === 2 && !set.labelSets
  const scores = isRanked ? new Float64Array(rounds) : undefined
  const game = newSetGame(set, player, parameters, stage, seed, scores ? { scores } : {})
  const began = performance.now()
  const curve = playCurve(game, stage, options)
  const elapsed = performance.now() - began
  const all = {
    ...game.values(),
    // Answers after the last round are not learned.
    updateRatio: game.updates() / Math.max(1, mostQuestions(set, rounds)),
    time: (1000 * elapsed) / Math.max(1, rounds),
    ...(scores && { auc: areaUnderRoc(scores, positivesOf(stage, set.positive)) }),
  }
  const values: Partial<Record<MetricName, number>> = {}
  for (const name of wanted) {
    const value = (all as Partial<Record<MetricName, number>>)[name]
    if (value !== undefined) values[name] = value
  }
  return { seed, values, ...(options.curvePoints > 0 && { curve }) }
}

const positivesOf = ({ labels, order }: Stage, positive: number): Uint8Array =>
  Uint8Array.from(order, (i) => Number(labels[i] === positive))

/** Plays to the end and records evenly spaced points of the curve. */
const playCurve = (game: SetGame, stage: Stage, { metric, curvePoints }: RunOptions): Curve => {
  const rounds = stage.order.length
  const points = Math.max(1, Math.min(curvePoints, rounds))
  const curve = {
    items: [] as number[],
    asked: [] as number[],
    value: [] as number[],
    window: [] as number[],
    seconds: [] as number[],
  }
  const began = performance.now()
  for (let k = 0; k < points; k++) {
    const from = Math.floor((k * rounds) / points)
    const to = Math.floor(((k + 1) * rounds) / points)
    const since = game.mark()
    game.pass.play(stage, from, to)
    const { asked, ...values } = game.values()
    curve.items.push(to)
    curve.asked.push(asked)
    curve.seconds.push((performance.now() - began) / 1000)
    curve.value.push(valueIn(values, metric))
    curve.window.push(valueIn(since(), metric))
  }
  return curve
}
