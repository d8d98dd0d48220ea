import {
  type AlgorithmSpec,
  defaultAlgorithms,
  defaultProtocol,
  type MetricName,
  metricNames,
  multiLabelMetrics,
  type Protocol,
  parseProtocol,
  parseProtocolText,
  quick,
  withReferences,
} from '@askance/bench'
import { AskanceError } from '@askance/core'
import { expectedOf, findAlgorithm } from '@askance/core/internals'
import type { Input } from '../../command/declare.js'
import { cliError, conflictError } from '../../errors.js'
import { readBytes } from '../../files/read-bytes.js'
import { multiLabelOptions } from '../../stream/reader.js'
import { combinationFromFlags } from '../combination.js'
import {
  metricFlag,
  parseCosts,
  parseList,
  parseRatios,
  tuningFromFlags,
  workFlags,
} from '../experiment/flags.js'
import { type ClassedSet, isAvailable, setsFromInput } from '../experiment/sets.js'
import { algorithmSpecs } from '../experiment/specs.js'
import type { compareFlags } from './index.js'
import type { Template } from './template.js'

export type CompareInput = Input<typeof compareFlags>

/** The experiment described by DATA and the flags; what they do not say is as in the template. */
export const planComparison = async (
  { args, flags }: CompareInput,
  folder: string,
  template?: Template,
): Promise<Protocol> => {
  const labels = multiLabelOptions(flags)
  for (const name of ['positive', 'costs'] as const)
    if (labels.multiLabel && flags[name] !== undefined) throw conflictError('--multi-label', `--${name}`)
  if (template) checkLabels(template, labels.multiLabel === true)
  const sets = await setsFromInput(args, flags, folder, labels)
  if (!sets.some(({ spec }) => isAvailable(spec.source, folder)))
    throw cliError('data/none', { what: 'compare', names: args.join(', '), folder })
  const isBinary = sets.every(({ classes }) => classes <= 2)
  const { runs, seed, delay } = flags
  const costs = flags.costs === undefined ? undefined : parseCosts(flags.costs)
  const defaultMetric = labels.multiLabel ? 'microF1' : isBinary ? 'f1' : 'accuracy'
  const metric = flags.metric ?? template?.protocol.metric ?? (costs ? 'cost' : defaultMetric)
  const { title, sets: _, ...given } = template?.protocol ?? {}
  const protocol = parseProtocol({
    ...given,
    ...(title !== undefined && { title: `${sets.map(({ spec }) => spec.name).join(', ')}, as in ${title}` }),
    sets: sets.map(({ spec }) => spec),
    algorithms: algorithmsFor(sets, flags, template),
    metric,
    tuning: tuningFromFlags(flags, flags.tuning, template?.protocol.tuning),
    ...(flags.ratios !== undefined && { ratios: parseRatios('ratios', flags.ratios) }),
    ...(labels.multiLabel &&
      !template && { metrics: [...multiLabelMetrics, 'queryRatio', 'updateRatio', 'time'] }),
    ...(costs && { costs }),
    ...(costs && !template && { metrics: [...defaultProtocol.metrics, 'sum', 'cost'] }),
    ...(flags.metrics !== undefined && { metrics: parseMetrics(flags.metrics) }),
    ...(isFirstLook(flags) && { runs: FIRST_LOOK_RUNS }),
    ...(runs !== undefined && { runs }),
    ...(seed !== undefined && { seed }),
    ...(delay !== undefined && { delay }),
  })
  // --quick does not override an explicit --runs.
  return flags.quick ? { ...quick(protocol), ...(runs !== undefined && { runs }) } : protocol
}

/** Runs of `auto` alone: enough to see what it saves. */
export const FIRST_LOOK_RUNS = 3

/** Whether only `auto` is compared, because nothing else was asked for. */
const isFirstLook = ({ algorithms, learner, rule, as, literature }: CompareInput['flags']): boolean =>
  !literature && [algorithms, learner, rule, as].every((flag) => flag === undefined)

/** Metrics for several labels say nothing about items with one, and the other way round. */
const checkLabels = ({ id, protocol }: Template, hasSeveral: boolean): void => {
  const needsSeveral = protocol.sets.some(({ multiLabel }) => multiLabel)
  if (needsSeveral && !hasSeveral) throw cliError('usage/alone', { flag: `as ${id}`, other: 'multi-label' })
  if (!needsSeveral && hasSeveral)
    throw conflictError(`--as ${id}`, '--multi-label', '; its items have one label')
}

const parseMetrics = (text: string): readonly MetricName[] =>
  parseList('metrics', text).map((word) => {
    const known = metricNames.find((name) => name === word)
    if (known) return known
    const expected = expectedOf({ ...metricFlag, choices: metricNames }, word)
    throw cliError('usage/value', { flag: 'metrics', found: word, expected })
  })

/** Every --learner with every --rule. */
const combinationsFromFlags = ({ learner, rule }: CompareInput['flags']): readonly string[] => {
  const listed = (flag: string, text: string | undefined) =>
    text === undefined ? [undefined] : parseList(flag, text)
  const combined = listed('learner', learner).flatMap((one) =>
    listed('rule', rule).map((other) => combinationFromFlags({ learner: one, rule: other })),
  )
  return combined.filter((name) => name !== undefined)
}

/** The named algorithms, those of the template, or the default ones; and the combinations. */
const chosenAlgorithms = (
  sets: readonly ClassedSet[],
  flags: CompareInput['flags'],
  template: Template | undefined,
): readonly AlgorithmSpec[] => {
  const combined = combinationsFromFlags(flags)
  const has = (isFitting: (classes: number) => boolean): boolean =>
    sets.some(({ classes }) => isFitting(classes))
  const defaultNames =
    combined.length > 0 && !flags.literature
      ? []
      : [
          ...defaultAlgorithms.any,
          ...(flags.literature && has((classes) => classes <= 2) ? defaultAlgorithms.binary : []),
          ...(flags.literature && has((classes) => classes > 2) ? defaultAlgorithms.multiclass : []),
        ]
  const names = flags.algorithms === undefined ? defaultNames : parseList('algorithms', flags.algorithms)
  const specs =
    template && flags.algorithms === undefined
      ? template.protocol.algorithms
      : [...new Set(names)].map((name) => ({ name }))
  const known = specs.map(({ name }) => findAlgorithm(name).name)
  return [
    ...specs,
    ...[...new Set(combined)].filter((name) => !known.includes(name)).map((name) => ({ name })),
  ]
}

/** Assigns each algorithm to the sets its task fits, and adds the reference lines. */
const algorithmsFor = (
  sets: readonly ClassedSet[],
  flags: CompareInput['flags'],
  template: Template | undefined,
): readonly AlgorithmSpec[] => {
  const binary = sets.filter(({ classes }) => classes <= 2)
  const multiclass = sets.filter(({ classes }) => classes > 2)
  const specs = algorithmSpecs(chosenAlgorithms(sets, flags, template), flags)
  // A paper has its own reference lines.
  const isComplete = flags['no-references'] || (template !== undefined && flags.algorithms === undefined)
  const isMixed = binary.length > 0 && multiclass.length > 0
  const groups = (['any', 'binary', 'multiclass'] as const).map((task) => {
    const own = specs.filter(({ name }) => findAlgorithm(name).task === task)
    // Multiclass algorithms also run on binary sets if there are no others.
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
    return isComplete || own.length === 0 ? placed : withReferences(placed)
  })
  return groups.flat()
}

/** Flags allowed with --protocol; the protocol file sets all others. */
const ALLOWED_WITH_PROTOCOL = new Set<string>([
  'protocol',
  'data-dir',
  'quick',
  'output',
  'html',
  'save-protocol',
  'all',
  'json',
  'quiet',
  ...Object.keys(workFlags),
])

/** Reads the experiment from a protocol or results file. */
export const protocolFromFile = async (
  path: string,
  { args, flags, given }: CompareInput,
): Promise<Protocol> => {
  const other = args.length > 0 ? 'DATA' : [...given].find((flag) => !ALLOWED_WITH_PROTOCOL.has(flag))
  if (other !== undefined)
    throw conflictError('--protocol', other === 'DATA' ? other : `--${other}`, '; the protocol file sets it')
  const protocol = parseProtocolFile((await readBytes(path)).toString('utf8'), path)
  return flags.quick ? quick(protocol) : protocol
}

const parseProtocolFile = (text: string, path: string): Protocol => {
  try {
    const inside = protocolOfResults(text)
    return inside === undefined ? parseProtocolText(text) : parseProtocol(inside)
  } catch (error) {
    throw error instanceof AskanceError ? error.at({ source: path }) : error
  }
}

/** The protocol inside a results document; undefined for any other document. */
const protocolOfResults = (text: string): unknown => {
  try {
    const value = JSON.parse(text) as { readonly protocol?: unknown; readonly cells?: unknown } | null
    return Array.isArray(value?.cells) ? value.protocol : undefined
  } catch {
    return undefined
  }
}
