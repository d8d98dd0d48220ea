import {
  type AlgorithmSpec,
  type MetricName,
  metricNames,
  type Protocol,
  parseProtocol,
  quick,
  usualAlgorithms as usual,
  withReferences,
} from '@askance/bench'
import { findAlgorithm, nearest } from '@askance/core'
import type { Input } from '../../command/declare.js'
import { cliError } from '../../errors.js'
import { ratiosIn, wordsIn } from '../experiment/lists.js'
import { type ClassedSet, setsOf } from '../experiment/sets.js'
import { isHere } from '../experiment/sources.js'
import { specsOf } from '../experiment/specs.js'
import { tuningOf } from '../experiment/tuning.js'
import type { compareFlags } from './flags.js'

export type CompareInput = Input<typeof compareFlags>

/** The experiment that data and flags describe. */
export const plannedOf = async ({ args, flags }: CompareInput, folder: string): Promise<Protocol> => {
  const sets = await setsOf(args, flags, folder)
  if (!sets.some(({ spec }) => isHere(spec.source, folder)))
    throw cliError('data/none', { what: 'compare', names: args.join(', '), folder })
  const isBinary = sets.every(({ classes }) => classes <= 2)
  const { runs, seed, delay } = flags
  const metric = flags.metric ?? (isBinary ? 'f1' : 'accuracy')
  const protocol = parseProtocol({
    sets: sets.map(({ spec }) => spec),
    algorithms: algorithmsFor(sets, flags),
    metric,
    tuning: tuningOf(flags, flags.tuning),
    ...(flags.ratios !== undefined && { ratios: ratiosIn('ratios', flags.ratios) }),
    ...(flags.metrics !== undefined && { metrics: metricsIn(flags.metrics) }),
    ...(runs !== undefined && { runs }),
    ...(seed !== undefined && { seed }),
    ...(delay !== undefined && { delay }),
  })
  // What was asked for is not made less by --quick.
  return flags.quick ? { ...quick(protocol), ...(runs !== undefined && { runs }) } : protocol
}

const metricsIn = (text: string): readonly MetricName[] =>
  wordsIn('metrics', text).map((word) => {
    const known = metricNames.find((name) => name === word)
    if (known) return known
    const near = nearest(word, metricNames)
    const expected = `${metricNames.join(', ')}${near ? `; did you mean ${near}?` : ''}`
    throw cliError('usage/value', { flag: 'metrics', found: word, expected })
  })

/** Those for two classes on the sets with two, those for more on the others, those for both on all; with lines to compare with. */
const algorithmsFor = (
  sets: readonly ClassedSet[],
  flags: CompareInput['flags'],
): readonly AlgorithmSpec[] => {
  const binary = sets.filter(({ classes }) => classes <= 2)
  const multiclass = sets.filter(({ classes }) => classes > 2)
  const names =
    flags.algorithms === undefined
      ? [
          ...usual.any,
          ...(binary.length > 0 ? usual.binary : []),
          ...(multiclass.length > 0 ? usual.multiclass : []),
        ]
      : wordsIn('algorithms', flags.algorithms)
  const specs = specsOf(names, flags)
  const isMixed = binary.length > 0 && multiclass.length > 0
  const groups = (['any', 'binary', 'multiclass'] as const).map((task) => {
    const own = specs.filter(({ name }) => findAlgorithm(name).task === task)
    // One for several classes can play with two as well, where there is nothing else.
    const on = task === 'binary' ? binary : task === 'multiclass' && isMixed ? multiclass : sets
    if (own.length > 0 && on.length === 0)
      throw cliError('usage/task', {
        algorithm: own.map(({ name }) => name).join(', '),
        set: multiclass.map(({ spec }) => spec.name).join(', '),
      })
    const placed =
      on.length < sets.length
        ? own.map((spec) => ({ ...spec, sets: on.map(({ spec: set }) => set.name) }))
        : own
    return flags['no-references'] || own.length === 0 ? placed : withReferences(placed)
  })
  return groups.flat()
}
