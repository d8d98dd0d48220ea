import type { Kernel } from '../kernels.js'
import type { Objective } from '../objective.js'
import type { Parameter, Parameters } from '../parameters.js'
import type { Learner, StreamStatistics } from '../parts.js'

/** How a learner keeps what it knows: weights, a whole matrix, its diagonal, or stored rows under a kernel. */
export type Form = 'linear' | 'full' | 'diagonal' | 'kernel'

/** Everything a learner is created from except its parameters. */
export interface Setting {
  readonly form: Form
  /** Undefined in the binary case. */
  readonly classes?: number
  readonly kernel?: Kernel
  /** The most rows a kernel learner stores. */
  readonly capacity?: number
  readonly seed: number
  /** What a learner that chooses its own threshold is to be good at. */
  readonly objective?: Objective
  /** Other constants in place of its own, for experiments that switch a part off. */
  readonly design?: Parameters
  /** The stream statistics so far, if the learner shares them with others. */
  readonly statistics?: StreamStatistics
}

/** What a query rule may need in addition to the margin. */
export type Statistic = 'variance' | 'leverage'

/** A learner as data. */
export interface LearnerDeclaration {
  readonly name: string
  readonly summary: string
  /** Keys of the works it comes from, as `citations.ts` lists them. */
  readonly cite: readonly string[]
  readonly parameters: readonly Parameter[]
  /** The available forms; the first is the default. */
  readonly forms: readonly Form[]
  /** Whether it also learns several classes at once (one weight vector each). */
  readonly multiclass: boolean
  readonly gives?: Statistic
  /** Refuses values that are sound one by one but not together. */
  check?(parameters: Parameters): void
  build(parameters: Parameters, setting: Setting): Learner
}
