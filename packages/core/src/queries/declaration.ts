import type { Statistic } from '../learners/declaration.js'
import type { Parameter, Parameters } from '../parameters.js'
import type { QueryRule } from '../parts.js'

/** A query rule as data. */
export interface QueryDeclaration {
  readonly name: string
  /** The probability as a formula. */
  readonly formula: string
  readonly summary: string
  /** Keys of the works it comes from, as `citations.ts` lists them. */
  readonly cite: readonly string[]
  readonly parameters: readonly Parameter[]
  /** Parameters of the learner that the rule reads too. */
  readonly borrows?: readonly string[]
  /** What it needs from the learner in addition to the margin. */
  readonly needs?: Statistic
  /** The parameter that is turned to reach a given share of questions, and which way asks more. */
  readonly dial?: { readonly parameter: string; readonly more: 'up' | 'down' }
  /** What is still promised when answers come late. */
  readonly late: string
  /** Whether theory wants rows of length 1. */
  readonly unitRows?: boolean
  /**
   * If all depends on the dial and the margin: the sum of the probabilities at a dial, to twelve digits, from the squares of the first
   * `count` margins, each at most 10⁷⁰; it rises with the dial. It may stop above `enough`. NaN if it cannot be computed that way.
   */
  sum?(dial: number, squares: Float64Array, count: number, enough: number): number
  build(parameters: Parameters): QueryRule
}
