import { floatsIn, type State, stateIn } from '../state/state.js'
import type { Design } from './design.js'
import type { View } from './dual-svm.js'
import { INPUT_OF_VIEW, PRESENCE, TOPICS, VALUES } from './featurizer.js'
import { KernelMember } from './kernel/member.js'
import { LinearMember, type Member, type SeenRows } from './member.js'

/** The members of an ensemble over its rows. A younger one has the first only. */
export const membersOf = (
  design: Design,
  classes: number,
  rows: SeenRows,
): readonly [LinearMember, LinearMember, KernelMember, LinearMember] => [
  new LinearMember(rows, classes, PRESENCE, design.presenceCost),
  new LinearMember(rows, classes, VALUES, design.valueCost),
  new KernelMember(rows, classes, design),
  new LinearMember(rows, classes, TOPICS, design.topicCost),
]

/** Writes the scores of member m where the stack reads them, from `at` on. A row with topics has no kernel. */
export const scoreInto = (
  member: Member,
  m: number,
  views: readonly View[],
  out: Float64Array,
  at: number,
  classes: number,
): void => {
  if (m !== TOPICS || views[TOPICS].length > 0) member.score(views, out, at + INPUT_OF_VIEW[m] * classes)
}

/** The linear members of a state of an earlier version, which had waves in place of the kernel. */
export const linearMembersOf = (state: State): State => {
  const steps = stateIn(state, 'steps')
  const svms = stateIn(state, 'svms')
  const linear = [PRESENCE, VALUES].map(String).filter((m) => m in steps)
  return Object.fromEntries(linear.map((m) => [m, { steps: floatsIn(steps, m), svm: stateIn(svms, m) }]))
}
