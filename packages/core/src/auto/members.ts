import { floatsIn, type State, stateIn } from '../state/state.js'
import type { Design } from './design.js'
import { stepsFor } from './dual-steps.js'
import { INPUT_OF_VIEW, PRESENCE, TOPICS, VALUES, VECTOR } from './featurizer.js'
import { KernelMember } from './kernel/member.js'
import type { View } from './linear/dual-svm.js'
import { LinearMember, type Member, type SeenRows } from './member.js'

/** The members of an ensemble over its rows, in the order of the views. A younger one has the first, and that of the vector. */
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

/** The member that joins with the first vector. */
export const vectorMember = (design: Design, classes: number, rows: SeenRows): LinearMember =>
  new LinearMember(rows, classes, VECTOR, design.vectorCost)

/** Writes the scores of the member of a view where the stack reads them, from `at` on. A row with topics has no kernel. */
export const scoreInto = (
  member: Member,
  view: number,
  views: readonly View[],
  out: Float64Array,
  at: number,
  classes: number,
  input: number = INPUT_OF_VIEW[view],
): void => {
  if (view !== TOPICS || views[TOPICS].length > 0) member.score(views, out, at + input * classes)
}

/** The linear members of a state of an earlier version, which had waves in place of the kernel. */
export const linearMembersOf = (state: State): State => {
  const steps = stateIn(state, 'steps')
  const svms = stateIn(state, 'svms')
  const linear = [PRESENCE, VALUES].map(String).filter((m) => m in steps)
  return Object.fromEntries(linear.map((m) => [m, { steps: floatsIn(steps, m), svm: stateIn(svms, m) }]))
}

/** Such a kernel starts with the stored rows. */
export const rebuild = (member: Member, rows: number, classes: number, sweeps: number): void => {
  member.take(new Float64Array(rows * stepsFor(classes)))
  for (let sweep = 0; sweep < sweeps; sweep++) for (let i = 0; i < rows; i++) member.visit(i)
}
