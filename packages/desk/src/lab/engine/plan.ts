import {
  type AlgorithmSpec,
  benchError,
  defaultAlgorithms,
  defaultProtocol,
  type MetricName,
  type Protocol,
  parseProtocol,
  quick,
  type SetFacts,
  withReferences,
} from '@askance/bench'
import { catalogue, findAlgorithm, queries } from '@askance/core/internals'
import type { Choice, RunSpec, Tuning } from './messages.js'

/** A run and the command that reproduces it. */
export interface Plan {
  readonly protocol: Protocol
  readonly command: string
}

const taskFor = (classes: number): 'binary' | 'multiclass' => (classes > 2 ? 'multiclass' : 'binary')

/** What is played at first: `auto`, which needs no tuning, so that the first curve comes within seconds. */
export const firstAlgorithms: readonly string[] = defaultAlgorithms.any

/** What is listed: also the best of the literature. */
export const listedAlgorithms = (classes: number): readonly string[] => [
  ...defaultAlgorithms.any,
  ...defaultAlgorithms[taskFor(classes)],
]

export const defaultMetric = (classes: number): MetricName => (classes > 2 ? 'accuracy' : 'f1')

/** Above this number of values, tuning takes too long for a first look. */
const MAX_TUNED_ENTRIES = 1_000_000

export const defaultTuning = ({ entries }: Pick<SetFacts, 'entries'>): Tuning =>
  entries > MAX_TUNED_ENTRIES ? 'none' : 'quick'

const baselineQueries = [queries.random, queries.always]

export const choicesFor = (classes: number): readonly Choice[] =>
  catalogue
    .filter(({ task, rule }) => [taskFor(classes), 'any'].includes(task) && !baselineQueries.includes(rule))
    .map(({ name, rule, learner, paper }) => ({ name, asks: rule.summary, learns: learner.summary, paper }))

/** Plans the experiment exactly as the command does. */
export const createPlan = (
  { name: file, labelColumn }: { readonly name: string; readonly labelColumn?: string },
  facts: Pick<SetFacts, 'classes' | 'entries'>,
  spec: RunSpec,
): Plan => {
  const { classes } = facts
  const { runs, seed, rows, positive, tuning = defaultTuning(facts) } = spec
  const names = [...new Set(spec.algorithms)].map((name) => findAlgorithm(name).name)
  checkTask(names, classes.length)
  const metric = spec.metric ?? defaultMetric(classes.length)
  const protocol = parseProtocol({
    sets: [
      {
        name: file,
        source: { file },
        ...(labelColumn !== undefined && { labelColumn }),
        ...(rows !== undefined && { first: rows }),
        ...(positive !== undefined && { positive }),
      },
    ],
    algorithms: algorithmSpecs(names),
    metric,
    tuning: { method: tuning === 'none' ? 'none' : 'halving' },
    ...(spec.ratios && { ratios: spec.ratios }),
    runs: runs ?? DEFAULT_RUNS,
    ...(seed !== undefined && { seed }),
  })
  const planned = tuning === 'quick' ? { ...quick(protocol), runs: protocol.runs } : protocol
  return { protocol: planned, command: compareCommand(file, names, planned, { ...spec, tuning }) }
}

/** Enough for a first look; every score shows its standard deviation. */
const DEFAULT_RUNS = 3

const checkTask = (names: readonly string[], classes: number): void => {
  const task = taskFor(classes)
  const misfit = names.find((name) => findAlgorithm(name).task === 'binary' && task !== 'binary')
  if (names.length === 0) throw benchError('experiment/nothing', { reason: 'no algorithm is chosen' })
  if (misfit !== undefined)
    throw benchError('experiment/nothing', {
      reason: `${misfit} is for two classes, and the file has ${classes}`,
    })
}

/** Each task has its own baselines. */
const algorithmSpecs = (names: readonly string[]): readonly AlgorithmSpec[] =>
  (['any', 'binary', 'multiclass'] as const).flatMap((task) =>
    withReferences(names.filter((name) => findAlgorithm(name).task === task).map((name) => ({ name }))),
  )

const compareCommand = (
  file: string,
  names: readonly string[],
  { sets, ratios, runs, seed, metric }: Protocol,
  { rows, positive, tuning }: RunSpec,
): string => {
  const labelColumn = sets[0]?.labelColumn
  const isDefault = ratios.join() === defaultProtocol.ratios.join()
  const words = [
    file.startsWith('-') ? `./${file}` : file,
    '--algorithms',
    names.join(','),
    ...(isDefault ? [] : ['--ratios', ratios.join(',')]),
    '--metric',
    metric,
    '--runs',
    String(runs),
    '--seed',
    String(seed),
    ...(tuning === 'quick' ? ['--quick'] : tuning === 'none' ? ['--tuning', 'none'] : []),
    ...(labelColumn === undefined ? [] : ['--label-column', labelColumn]),
    ...(rows === undefined ? [] : ['--limit', String(rows)]),
    ...(positive === undefined ? [] : ['--positive', positive]),
  ]
  return `askance compare ${words.map(quoted).join(' ')}`
}

/** Quotes a word for the shell. */
const quoted = (word: string): string =>
  /^[\w./,:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
