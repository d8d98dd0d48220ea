import {
  type AlgorithmSpec,
  type MetricName,
  metricNames,
  type Protocol,
  parseProtocol,
  parseProtocolText,
  quick,
  usualAlgorithms as usual,
  withReferences,
} from '@askance/bench'
import { AskanceError } from '@askance/core'
import { expectedOf, findAlgorithm } from '@askance/core/internals'
import { openBytes } from '@askance/data'
import type { Input } from '../../command/declare.js'
import { cliError } from '../../errors.js'
import { labFlags, metricFlag, ratiosIn, tuningOf, wordsIn } from '../experiment/flags.js'
import { type ClassedSet, isHere, setsOf } from '../experiment/sets.js'
import { specsOf } from '../experiment/specs.js'
import type { compareFlags } from './index.js'

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
    const expected = expectedOf({ ...metricFlag, choices: metricNames }, word)
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

/** What a protocol says by itself cannot be said beside it. */
const beside = new Set<string>([
  'protocol',
  'data-dir',
  'quick',
  'output',
  'html',
  'save-protocol',
  'all',
  'json',
  'quiet',
  ...Object.keys(labFlags),
])

/** The experiment from a file: a protocol, or the results of one. */
export const protocolFrom = async (path: string, { args, flags, given }: CompareInput): Promise<Protocol> => {
  const other = args.length > 0 ? 'DATA' : [...given].find((flag) => !beside.has(flag))
  if (other !== undefined)
    throw cliError('usage/conflict', {
      left: '--protocol',
      right: other === 'DATA' ? other : `--${other}`,
      reason: ': the protocol says it',
    })
  const protocol = protocolIn(await textOf(path), path)
  return flags.quick ? quick(protocol) : protocol
}

const textOf = async (path: string): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of openBytes(path)) chunks.push(chunk.slice())
  return Buffer.concat(chunks).toString('utf8')
}

const protocolIn = (text: string, path: string): Protocol => {
  try {
    const inside = resultsIn(text)
    return inside === undefined ? parseProtocolText(text) : parseProtocol(inside)
  } catch (error) {
    if (!(error instanceof AskanceError)) throw error
    throw new AskanceError(error.code, error.message, error.details, { source: path })
  }
}

/** The protocol of a results document; undefined where the text is none. */
const resultsIn = (text: string): unknown => {
  try {
    const value = JSON.parse(text) as { readonly protocol?: unknown; readonly cells?: unknown } | null
    return Array.isArray(value?.cells) ? value.protocol : undefined
  } catch {
    return undefined
  }
}
