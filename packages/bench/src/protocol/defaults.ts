import { catalogue, findAlgorithm, queries, selfTuning, withRule } from '@askance/core/internals'
import { coarser } from '../tune/grid.js'
import { type AlgorithmSpec, labelOf, type Protocol, type Role, type Tuning } from './protocol.js'

export const defaultTuning: Tuning = { method: 'halving', folds: 5, score: 'online' }

export const defaultProtocol: Omit<Protocol, 'title' | 'sets' | 'algorithms'> = {
  format: 1,
  ratios: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
  metric: 'accuracy',
  metrics: ['accuracy', 'f1', 'queryRatio', 'updateRatio', 'time'],
  runs: 10,
  seed: 1,
  delay: 0,
  tuning: defaultTuning,
  aimRuns: 5,
  curvePoints: 100,
}

/** The algorithms compared by default, by the number of classes they support. */
export const defaultAlgorithms = {
  any: ['auto'],
  binary: ['D-AMD', 'PAA-II', 'SOAL-diag', 'M-AMD'],
  multiclass: ['MD-AMD', 'MPAA-II', 'MM-AMD'],
} as const

const MAX_RUNS = 5
const MAX_ROWS = 10_000

/** The same experiment for a first look: fewer runs, fewer folds, a coarser grid, tuned on part of the rows. */
export const quick = (protocol: Protocol): Protocol => ({
  ...protocol,
  title: `${protocol.title} (quick)`,
  runs: Math.min(MAX_RUNS, protocol.runs),
  tuning: {
    ...protocol.tuning,
    folds: Math.min(3, protocol.tuning.folds),
    mostRows: Math.min(MAX_ROWS, protocol.tuning.mostRows ?? MAX_ROWS),
  },
  algorithms: protocol.algorithms.map((spec) => {
    const grids = findAlgorithm(spec.name).parameters.flatMap(({ name, grid }) =>
      grid ? [[name, grid] as const] : [],
    )
    const all = { ...Object.fromEntries(grids), ...spec.grid }
    const grid = Object.fromEntries(Object.entries(all).map(([name, values]) => [name, coarser(values)]))
    return { ...spec, grid }
  }),
})

/**
 * Adds two baselines to the algorithms: the first learner that has them, asking at random and asking
 * always. Existing ones are not added again.
 *
 * @example
 * withReferences([{ name: 'D-AMD' }]).map(({ name }) => name) // => ['D-AMD', 'R-AMD', 'MD']
 * withReferences([{ name: 'auto' }]).map(({ name, label }) => label ?? name) // => ['auto', 'random asking', 'auto supervised']
 */
export const withReferences = (specs: readonly AlgorithmSpec[]): readonly AlgorithmSpec[] => {
  const roles = specs.map((spec) => ({ ...spec, role: spec.role ?? roleOf(spec.name) }))
  const added = (['random', 'supervised'] as const).flatMap((role) => {
    if (roles.some((spec) => spec.role === role)) return []
    const partners = specs.flatMap((spec) => partnerOf(spec, role) ?? [])
    const found = partners.find(({ name }) => isPublished(name) || isOurs(name)) ?? partners[0]
    return found && !specs.some((spec) => labelOf(spec) === labelOf(found)) ? [found] : []
  })
  return [...roles, ...added]
}

/** What the references of `auto` are called. */
const labels = { random: 'random asking', supervised: 'auto supervised' } as const

const rules = { random: queries.random, supervised: queries.always } as const

const roleOf = (name: string): Role => {
  const { rule } = findAlgorithm(name)
  return rule === rules.random ? 'random' : rule === rules.supervised ? 'supervised' : 'compared'
}

/** `auto` is compared with its own learner: a weaker one would flatter it. */
const isOurs = (name: string): boolean => findAlgorithm(name).learner === selfTuning

const isPublished = (name: string): boolean => catalogue.some((algorithm) => algorithm.name === name)

/** The same learner with another rule and the same learner parameters. */
const partnerOf = (spec: AlgorithmSpec, role: keyof typeof rules): AlgorithmSpec | undefined => {
  const own = findAlgorithm(spec.name)
  const found = withRule(own, rules[role])
  if (!found) return undefined
  const takes = (name: string): boolean => found.parameters.some((parameter) => parameter.name === name)
  const kept = <T>(values: Readonly<Record<string, T>> = {}): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => takes(name)))
  return {
    name: found.name,
    role,
    ...(isOurs(found.name) && { label: labels[role] }),
    ...(spec.parameters && { parameters: kept(spec.parameters) }),
    ...(spec.grid && { grid: kept(spec.grid) }),
    ...(spec.kernel && { kernel: spec.kernel }),
    ...(spec.unitRows !== undefined && { unitRows: spec.unitRows }),
    ...(spec.sets && { sets: spec.sets }),
  }
}
