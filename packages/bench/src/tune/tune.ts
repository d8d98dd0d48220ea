import type { Parameters } from '@askance/core'
import { isNear } from '../aim/search.js'
import type { JobRunner } from '../jobs/job-runner.js'
import { metrics } from '../metrics.js'
import type { Player } from '../play/player.js'
import type { Protocol } from '../protocol/protocol.js'
import type { Tried } from '../results/results.js'
import type { OpenSet } from '../sets/set.js'
import type { FoldScore } from './point.js'

/** A grid point with its scores so far, at one ratio. */
interface Candidate {
  readonly parameters: Parameters
  readonly scores: FoldScore[]
}

/** The share of candidates kept after each fold, and their minimum number. */
const KEPT_SHARE = 1 / 3
const MIN_KEPT = 4
/** The number of folds that reduce the candidates; the survivors play the rest. */
const ROUNDS = 2

/** Expected passes per fold and ratio. */
const PASSES = 3

/** The expected work of tuning, in passes of a simple learner. */
export const tuningWeight = (
  points: number,
  ratios: number,
  { method, folds }: Protocol['tuning'],
): number => {
  if (method === 'none' || points === 1) return 0
  let weight = 0
  let left = points
  for (let fold = 0; fold < folds; fold++) {
    weight += left * ratios * PASSES
    if (method === 'halving' && fold < ROUNDS) left = keptOf(left)
  }
  return weight
}

const keptOf = (candidates: number): number =>
  Math.min(candidates, Math.max(MIN_KEPT, Math.ceil(candidates * KEPT_SHARE)))

/**
 * Evaluates grid points at each ratio by cross-validation, with one pass over the training folds, exhaustively or by
 * successive halving (Jamieson & Talwalkar 2016) over the folds: all points play the first, the best third of them the
 * second, the best third of those the rest. Returns the points of each ratio, best first; those that cannot reach it
 * are last.
 */
export const tune = async (
  runner: JobRunner,
  set: OpenSet,
  player: Player,
  points: readonly Parameters[],
  ratios: readonly number[],
  { tuning, metric, seed }: Pick<Protocol, 'tuning' | 'metric' | 'seed'>,
): Promise<readonly (readonly (Tried & { readonly dial?: number })[])[]> => {
  const fields = ratios.map(() => points.map((parameters): Candidate => ({ parameters, scores: [] })))
  for (let fold = 0; fold < tuning.folds; fold++) {
    await Promise.all(
      points.map(async (parameters, p) => {
        const wanting = ratios.flatMap((ratio, r) => {
          const candidate = fields[r]!.find((one) => one.parameters === points[p])
          if (!candidate) return []
          const start = candidate.scores.find(({ attainable }) => attainable)?.dial
          return [{ candidate, aim: { ratio, ...(start !== undefined && { start }) } }]
        })
        if (wanting.length === 0) return
        const { folds, score, mostRows } = tuning
        const options = {
          fold,
          tuning: { folds, score, ...(mostRows !== undefined && { mostRows }) },
          seed: seed + TUNING_SEEDS,
          metric,
          aims: wanting.map(({ aim }) => aim),
        }
        const job = { kind: 'point', player, parameters, options } as const
        const scores = await runner.run(set, job, wanting.length * PASSES)
        wanting.forEach(({ candidate }, k) => {
          candidate.scores.push(scores[k]!)
        })
      }),
    )
    if (tuning.method !== 'halving' || fold >= ROUNDS) continue
    fields.forEach((field, r) => {
      fields[r] = ordered(field, ratios[r]!, metric).slice(0, keptOf(field.length))
    })
  }
  return fields.map((field, r) => ordered(field, ratios[r]!, metric).map((one) => triedOf(one, ratios[r]!)))
}

/** Tuning uses separate permutations from the runs. */
const TUNING_SEEDS = 1_000_000

/** A point reaches a ratio if it does so on average; a single fold may miss it. */
const triedOf = ({ parameters, scores }: Candidate, wanted: number): Tried & { dial?: number } => {
  const dial = scores.find(({ attainable }) => attainable)?.dial
  const ratio = mean(scores.map((one) => one.ratio))
  const attainable = isNear(ratio, wanted) || scores.every((one) => one.attainable)
  return {
    parameters,
    score: mean(scores.map(({ score }) => score)),
    folds: scores.length,
    ratio,
    attainable,
    ...(dial !== undefined && { dial }),
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Best first: points that reach the ratio by score, the others by distance to the ratio. */
const ordered = (field: readonly Candidate[], wanted: number, metric: Protocol['metric']): Candidate[] => {
  const sign = metrics[metric].better === 'up' ? -1 : 1
  const judged = field.map((candidate) => ({ candidate, ...triedOf(candidate, wanted) }))
  judged.sort((a, b) => {
    if (a.attainable !== b.attainable) return a.attainable ? -1 : 1
    return a.attainable ? sign * (a.score - b.score) : Math.abs(a.ratio - wanted) - Math.abs(b.ratio - wanted)
  })
  return judged.map(({ candidate }) => candidate)
}
