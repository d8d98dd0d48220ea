import type { AskanceError } from '@askance/core'
import { hasCode } from '@askance/core/internals'
import { benchError } from '../errors.js'
import { decisiveMetrics, isMetricFor, type MetricName } from '../metrics.js'
import type { AlgorithmSpec, Protocol, SetSpec } from '../protocol/protocol.js'
import type { Cell, Results, SetFacts } from '../results/results.js'
import type { OpenSet } from '../sets/set.js'
import { cellsWeight, playCells } from './cell.js'
import type { ExperimentRuntime } from './runtime.js'

/** Runs a whole protocol, set by set. Calls `onCell` after each run of a cell. */
export const playProtocol = async (
  protocol: Protocol,
  { runner, withSet, made }: ExperimentRuntime,
  onCell?: (cell: Cell) => void,
): Promise<Results> => {
  for (const spec of protocol.sets) runner.expect(expectedWork(protocol, spec))
  const sets: SetFacts[] = []
  const missing: { set: string; reason: string }[] = []
  const cells: Cell[] = []
  for (const spec of protocol.sets) {
    try {
      await withSet(spec, protocol.seed, async (set) => {
        checkMetric(set, protocol.metric)
        sets.push(set.facts)
        const tuned = protocolFor(protocol, spec)
        const played = algorithmsFor(protocol, spec).map((algorithm) =>
          playCells(runner, set, algorithm, tuned, onCell),
        )
        cells.push(...(await Promise.all(played)).flat())
      })
    } catch (cause) {
      if (!isAbsent(cause)) throw cause
      missing.push({ set: spec.name, reason: cause.message })
      runner.expect(-expectedWork(protocol, spec))
    }
  }
  if (sets.length === 0)
    throw benchError('experiment/empty', { reasons: missing.map(({ reason }) => reason).join('; ') })
  return { format: 1, protocol, made: made(), sets, missing, cells }
}

const checkMetric = ({ facts: { name }, labelSets }: OpenSet, metric: MetricName): void => {
  const several = labelSets !== undefined
  if (isMetricFor(metric, several)) return
  const labels = several ? 'several labels' : 'one label'
  const known = decisiveMetrics.filter((one) => isMetricFor(one, several)).join(', ')
  throw benchError('set/metric', { name, labels, metric, known })
}

/** Missing data is reported in the results; invalid data is an error. */
const isAbsent = (cause: unknown): cause is AskanceError => hasCode(cause, 'dataset/absent')

const algorithmsFor = ({ algorithms }: Protocol, { name }: SetSpec): readonly AlgorithmSpec[] =>
  algorithms.filter(({ sets }) => sets === undefined || sets.includes(name))

const protocolFor = (protocol: Protocol, { tuningRows }: SetSpec): Protocol =>
  tuningRows === undefined ? protocol : { ...protocol, tuning: { ...protocol.tuning, mostRows: tuningRows } }

const expectedWork = (protocol: Protocol, set: SetSpec): number =>
  algorithmsFor(protocol, set).reduce((sum, spec) => sum + cellsWeight(spec, protocol), 0)
