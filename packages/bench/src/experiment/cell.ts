import type { Parameters } from '@askance/core'
import { dialOf, findAlgorithm, parametersOf, resolveParameters, selfTuning } from '@askance/core/internals'
import type { JobRunner } from '../jobs/job-runner.js'
import { type Player, playerOn, withHorizon } from '../play/player.js'
import { type AlgorithmSpec, labelOf, type Protocol } from '../protocol/protocol.js'
import type { Cell, Run, Tried } from '../results/results.js'
import type { OpenSet } from '../sets/set.js'
import { gridPoints } from '../tune/grid.js'
import { tune, tuningWeight } from '../tune/tune.js'

/** Setting the dial uses permutations that neither runs nor tuning use. */
const AIMING_SEEDS = 2_000_000
/** Maximum number of points to try if the best one cannot reach the ratio on the whole set. */
const MAX_ATTEMPTS = 5
/** Expected passes to set a dial on one permutation. */
const PASSES = 5

/** The ratios that an algorithm is measured at. */
const ratiosOf = ({ name }: AlgorithmSpec, { ratios }: Protocol): readonly number[] =>
  dialOf(findAlgorithm(name)) ? ratios : [1]

const aimWeight = ({ name }: AlgorithmSpec, { aimRuns }: Protocol): number => {
  const dial = dialOf(findAlgorithm(name))
  return dial && !dial.isExact ? aimRuns * PASSES : 0
}

/** A pass of a self-tuning learner costs about as much as so many of others, and more the more it learns. */
const SELF_TUNING = 100
const LEARNING = 2

/** The expected work of one run, in passes of a simple learner. */
const runWeight = ({ name }: AlgorithmSpec, ratio: number): number =>
  findAlgorithm(name).learner === selfTuning ? SELF_TUNING * (1 + LEARNING * ratio) : 1

/** The expected work of an algorithm on a set. */
export const cellsWeight = (spec: AlgorithmSpec, protocol: Protocol): number => {
  const ratios = ratiosOf(spec, protocol)
  const points = gridPoints(spec).length
  const cells = ratios.map((ratio) => aimWeight(spec, protocol) + protocol.runs * runWeight(spec, ratio))
  return tuningWeight(points, ratios.length, protocol.tuning) + cells.reduce((sum, weight) => sum + weight, 0)
}

/** Tunes, aims and runs one algorithm on one set at every ratio. Calls `onCell` after each run of a cell. */
export const playCells = async (
  runner: JobRunner,
  set: OpenSet,
  spec: AlgorithmSpec,
  protocol: Protocol,
  onCell: (cell: Cell) => void = () => {},
): Promise<readonly Cell[]> => {
  const { tuning } = protocol
  const ratios = ratiosOf(spec, protocol)
  const points = gridPoints(spec)
  const player = playerOn(set, spec, protocol)
  const [only = {}] = points
  const tuned =
    tuning.method === 'none' || points.length === 1
      ? ratios.map(() => [
          { parameters: tuning.method === 'none' ? { ...spec.parameters } : only, untried: true as const },
        ])
      : await tune(runner, set, player, points, ratios, protocol)
  return Promise.all(
    ratios.map((ratio, r) =>
      playCell({ runner, set, spec, player, protocol, onCell }, ratio, tuned[r] ?? []),
    ),
  )
}

/** The shared context of the cells of one algorithm on one set. */
interface CellContext {
  readonly runner: JobRunner
  readonly set: OpenSet
  readonly spec: AlgorithmSpec
  readonly player: Player
  readonly protocol: Protocol
  readonly onCell: (cell: Cell) => void
}

type Point =
  | (Tried & { readonly dial?: number })
  | { readonly parameters: Parameters; readonly untried: true }

const playCell = async (contest: CellContext, ratio: number, points: readonly Point[]): Promise<Cell> => {
  const { runner, set, spec, protocol, onCell } = contest
  const dial = dialOf(findAlgorithm(spec.name))
  const tried = points.flatMap((point) => ('untried' in point ? [] : [withoutDial(point)]))
  const cell = {
    set: set.facts.name,
    algorithm: labelOf(spec),
    ratio,
    tried,
    ...(dial && { dial: dial.parameter.name }),
  }
  const aimed = await aimedPoint(contest, ratio, points)
  const played = withHorizon(spec.name, aimed.parameters, set.facts.items)
  const parameters = resolveParameters(spec.name, parametersOf(spec.name, spec.kernel), played)
  if (!aimed.attainable) {
    runner.expect(-protocol.runs * runWeight(spec, ratio))
    const none = { ...cell, status: 'unattainable', reached: aimed.ratio, parameters, runs: [] } as const
    onCell(none)
    return none
  }
  const withRuns = (runs: readonly Run[]): Cell => ({
    ...cell,
    status: 'reached',
    reached: meanRatio(runs, aimed.ratio),
    parameters,
    runs,
  })
  const finished: Run[] = []
  const runs = await Promise.all(
    Array.from({ length: protocol.runs }, async (_, k) => {
      const run = await playOneRun(contest, parameters, k, runWeight(spec, ratio))
      finished.push(run)
      onCell(withRuns(finished.toSorted((a, b) => a.seed - b.seed)))
      return run
    }),
  )
  return withRuns(runs)
}

const withoutDial = ({ parameters, score, folds, ratio, attainable }: Tried): Tried => ({
  parameters,
  score,
  folds,
  ratio,
  attainable,
})

const meanRatio = (runs: readonly Run[], otherwise: number): number => {
  const ratios = runs.flatMap(({ values }) => values.queryRatio ?? [])
  return ratios.length === 0 ? otherwise : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
}

/** The best point whose dial reaches the ratio on the whole set; else the closest one. */
const aimedPoint = async (
  { runner, set, spec, player, protocol }: CellContext,
  ratio: number,
  points: readonly Point[],
) => {
  const weight = aimWeight(spec, protocol)
  const seeds = Array.from({ length: protocol.aimRuns }, (_, k) => protocol.seed + AIMING_SEEDS + k)
  let nearest: { parameters: Parameters; ratio: number; attainable: boolean } | undefined
  for (const point of points.slice(0, MAX_ATTEMPTS)) {
    if (nearest) runner.expect(weight)
    const start = 'dial' in point ? point.dial : undefined
    const options = { ratio, seeds, ...(start !== undefined && { start }) }
    const aimed = await runner.run(
      set,
      { kind: 'aim', player, parameters: point.parameters, options },
      weight,
    )
    if (aimed.attainable) return aimed
    if (!nearest || Math.abs(aimed.ratio - ratio) < Math.abs(nearest.ratio - ratio)) nearest = aimed
  }
  return nearest ?? { parameters: {}, ratio: 0, attainable: false }
}

const playOneRun = (
  { runner, set, player, protocol }: CellContext,
  parameters: Parameters,
  k: number,
  weight: number,
): Promise<Run> => {
  const { seed, metric, metrics, curvePoints } = protocol
  const options = { seed: seed + k, metric, metrics: [...new Set([metric, ...metrics])], curvePoints }
  return runner.run(set, { kind: 'run', player, parameters, options }, weight)
}
