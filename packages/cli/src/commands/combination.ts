import { combinableRules, findAlgorithm, learnerVariants } from '@askance/core/internals'
import type { Flags, FlagValues } from '../command/declare.js'
import { cliError, conflictError } from '../errors.js'

/** Flags for a learner and a query rule instead of a named algorithm; each command sets their group. */
export const combinationFlags = {
  learner: {
    type: 'text',
    hint: 'NAME',
    suggestions: learnerVariants.map(({ name }) => name),
    summary: 'combine this learner with --rule, instead of a named algorithm',
  },
  rule: {
    type: 'text',
    hint: 'NAME',
    suggestions: combinableRules.map(({ name }) => name),
    summary: 'the query rule of --learner',
  },
} as const satisfies Flags

type CombinationFlags = FlagValues<typeof combinationFlags>

/** The name of the combination; undefined without the flags. */
export const combinationFromFlags = ({ learner, rule }: CombinationFlags): string | undefined => {
  if (learner === undefined && rule === undefined) return undefined
  if (rule === undefined) throw cliError('usage/alone', { flag: 'learner', other: 'rule' })
  if (learner === undefined) throw cliError('usage/alone', { flag: 'rule', other: 'learner' })
  return findAlgorithm(`${learner} x ${rule}`).name
}

/** The name of the algorithm, or of a combination in its place; undefined if neither is given. */
export const algorithmNameFromFlags = (
  flags: CombinationFlags & { readonly algorithm: string | undefined },
): string | undefined => {
  const combination = combinationFromFlags(flags)
  if (combination !== undefined && flags.algorithm !== undefined)
    throw conflictError('--algorithm', '--learner')
  return combination ?? flags.algorithm
}
