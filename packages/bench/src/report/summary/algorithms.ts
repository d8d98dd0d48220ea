import { findAlgorithm } from '@askance/core'
import { type AlgorithmSpec, labelOf, type Role } from '../../protocol/protocol.js'
import type { Results } from '../../results/results.js'

/** An algorithm as reports speak of it. */
export interface Reported {
  /** The label. */
  readonly name: string
  readonly role: Role
  /** What learns and keeps what in it: algorithms with the same differ in their question rule only. */
  readonly learner: string
}

/**
 * What an algorithm is there for: what the protocol says; else one that always asks is a supervised line, one that
 * asks at random a random one, and all others are compared.
 *
 * @example
 * roleOf({ name: 'D-AMD' }) // => 'compared'
 * roleOf({ name: 'R-AMD' }) // => 'random'
 */
export const roleOf = ({ name, role }: AlgorithmSpec): Role => {
  if (role) return role
  const { rule } = findAlgorithm(name)
  return rule.name === 'always' ? 'supervised' : rule.name === 'random' ? 'random' : 'compared'
}

/** Two algorithms learn alike when learner, form, task and kernel are the same. */
const learnerOf = ({ name, kernel }: AlgorithmSpec): string => {
  const { learner, form, task } = findAlgorithm(name)
  return [task, learner.name, form, JSON.stringify(kernel ?? null)].join(' ')
}

const order: readonly Role[] = ['compared', 'random', 'supervised']

/** All algorithms of an experiment: the compared ones in the order of the protocol, then random, then supervised ones. */
export const reported = ({ protocol }: Pick<Results, 'protocol'>): readonly Reported[] =>
  protocol.algorithms
    .map((spec) => ({ name: labelOf(spec), role: roleOf(spec), learner: learnerOf(spec) }))
    .sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role))

/** Those of one role. */
export const ofRole = (results: Results, role: Role): readonly Reported[] =>
  reported(results).filter((algorithm) => algorithm.role === role)
