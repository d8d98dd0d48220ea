import { catalogue, findAlgorithm, queries } from '@askance/core'
import { type AlgorithmSpec, labelOf, type Role } from './protocol.js'

/**
 * The algorithms with two lines to compare them with: the first learner that has them, asking at random and asking
 * always. What the list has already is not added.
 *
 * @example
 * withReferences([{ name: 'D-AMD' }]).map(({ name }) => name) // => ['D-AMD', 'R-AMD', 'MD']
 */
export const withReferences = (specs: readonly AlgorithmSpec[]): readonly AlgorithmSpec[] => {
  const roles = specs.map((spec) => ({ ...spec, role: spec.role ?? roleOf(spec.name) }))
  const added = (['random', 'supervised'] as const).flatMap((role) => {
    if (roles.some((spec) => spec.role === role)) return []
    const found = specs.map((spec) => partnerOf(spec, role)).find((partner) => partner !== undefined)
    return found && !specs.some((spec) => labelOf(spec) === found.name) ? [found] : []
  })
  return [...roles, ...added]
}

const rules = { random: queries.random, supervised: queries.always } as const

const roleOf = (name: string): Role => {
  const { rule } = findAlgorithm(name)
  return rule === rules.random ? 'random' : rule === rules.supervised ? 'supervised' : 'compared'
}

/** The same learner under another rule, with the same parameters of its own. */
const partnerOf = (spec: AlgorithmSpec, role: keyof typeof rules): AlgorithmSpec | undefined => {
  const own = findAlgorithm(spec.name)
  const found = catalogue.find(
    ({ learner, rule, form, task }) =>
      learner === own.learner && form === own.form && task === own.task && rule === rules[role],
  )
  if (!found) return undefined
  const takes = (name: string): boolean => found.parameters.some((parameter) => parameter.name === name)
  const kept = <T>(values: Readonly<Record<string, T>> = {}): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => takes(name)))
  return {
    name: found.name,
    role,
    ...(spec.parameters && { parameters: kept(spec.parameters) }),
    ...(spec.grid && { grid: kept(spec.grid) }),
    ...(spec.kernel && { kernel: spec.kernel }),
    ...(spec.unitRows !== undefined && { unitRows: spec.unitRows }),
    ...(spec.sets && { sets: spec.sets }),
  }
}
