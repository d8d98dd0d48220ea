import {
  AskanceError,
  findAlgorithm,
  type MetricValues,
  type ModelConfig,
  type Parameters,
} from '@askance/core'
import { newGame, play } from '../run/game.js'
import { turnDial } from '../run/turn.js'
import type { DemoStream } from './stream.js'

/** The shares of items to ask about. */
export const RATIOS: readonly number[] = [0.02, 0.05, 0.1, 0.2]

/** Chosen once for this kind of stream, for all that have them. auto has nothing to choose. */
const SETTINGS = { stepSize: 0.1, ridge: 0.3 }

/** What came of asking about one share of the items. */
export interface Heat {
  readonly ratio: number
  readonly auto: MetricValues
  /** D-AMD; undefined where its rule cannot ask so little. */
  readonly active: MetricValues | undefined
  readonly random: MetricValues
  /** How many labels random asking needs to be as good as auto, read off its curve; undefined where it never is. */
  readonly toMatch: number | undefined
}

export interface Race {
  readonly heats: readonly Heat[]
  readonly full: MetricValues
}

/** Hears what is under way, and how far. */
export type Told = (what: string, detail?: string) => void

/** Runs the contenders one after another. */
export const race = async ({ items, classes, size }: DemoStream, seed: number, told: Told): Promise<Race> => {
  const played = async (
    config: Pick<ModelConfig, 'algorithm' | 'parameters' | 'preparation' | 'objective'>,
  ) => {
    const game = newGame({ ...config, classes: classes.names, seed }, classes)
    const { broken } = await play(game, items)
    if (broken) throw broken
    return game.metrics.values()
  }
  const pass = (algorithm: string, parameters: Parameters): Promise<MetricValues> =>
    played({
      algorithm,
      parameters: { ...SETTINGS, ...parameters },
      preparation: { normalize: 'binary', intercept: 'none' },
    })
  const autoPass = (ratio: number): Promise<MetricValues> =>
    played({
      algorithm: 'auto',
      parameters: { ratio, horizon: size },
      preparation: { normalize: 'none', intercept: 'none' },
      objective: { measure: 'accuracy' },
    })
  told('every label')
  const full = await pass('MD', {})
  const random: MetricValues[] = []
  for (const rate of RATIOS) {
    told(`random asking, ${100 * rate} % of the labels`)
    random.push(await pass('R-AMD', { rate }))
  }
  const curve = [...random, full].map(({ asked, accuracy }) => ({ labels: asked, accuracy }))
  const heats: Heat[] = []
  for (const [k, ratio] of RATIOS.entries()) {
    const what = `D-AMD, ${100 * ratio} % of the labels`
    told(what)
    const active = await aimedPass(ratio * size, size, pass, (passes) => told(what, `, pass ${passes}`))
    told(`auto, ${100 * ratio} % of the labels`)
    const auto = await autoPass(ratio)
    heats.push({
      ratio,
      auto,
      active,
      random: random[k] as MetricValues,
      toMatch: labelsFor(auto.accuracy, curve),
    })
  }
  return { heats, full }
}

const aimedPass = async (
  wanted: number,
  size: number,
  pass: (algorithm: string, parameters: Parameters) => Promise<MetricValues>,
  told: (passes: number) => void,
): Promise<MetricValues | undefined> => {
  const algorithm = findAlgorithm('D-AMD')
  const results = new Map<number, MetricValues>()
  try {
    const found = await turnDial({
      algorithm,
      parameter: algorithm.parameters[0] as (typeof algorithm.parameters)[0],
      more: 'up',
      wanted,
      items: size,
      async pass(smoothing) {
        const values = await pass(algorithm.name, { smoothing })
        results.set(smoothing, values)
        return values.asked
      },
      told: (_, passes) => told(passes + 1),
    })
    return results.get(found.value)
  } catch (error) {
    if (error instanceof AskanceError && error.code.startsWith('ratio/')) return undefined
    throw error
  }
}

export interface CurvePoint {
  readonly labels: number
  readonly accuracy: number
}

/**
 * Where the curve first reaches the accuracy, between its points along a straight line over the logarithm of the
 * labels. Undefined when it never does; its first point when it begins above.
 */
export const labelsFor = (accuracy: number, curve: readonly CurvePoint[]): number | undefined => {
  const above = curve.findIndex((point) => point.accuracy >= accuracy)
  const after = curve[above]
  const before = curve[above - 1]
  if (!after || !before) return after?.labels
  const part = (accuracy - before.accuracy) / (after.accuracy - before.accuracy)
  return before.labels * (after.labels / before.labels) ** part
}
