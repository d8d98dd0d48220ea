import type { BudgetSpec } from '../budget/budget.js'
import type { Parameters } from '../parameters.js'
import type { QueryDeclaration } from '../queries/declaration.js'
import type { Coins } from './coins.js'

/** What a `Deciding` is made of. */
export interface DecidingOptions {
  readonly rule: QueryDeclaration
  readonly parameters: Parameters
  readonly coins: Coins
  /** Undefined if the published rule decides alone. */
  readonly budget?: BudgetSpec
  /** The share of the questions that measure. */
  readonly measure?: number
  /** The number of classes, if labels should be spent earlier where there are few for each class. */
  readonly classes?: number
  /** Whether rows without features are never asked about: the learner cannot learn from them. */
  readonly skipsEmpty?: boolean
}
