import { horizon, ratio } from '../budget/parameters.js'
import type { Form, LearnerDeclaration } from '../learners/declaration.js'
import type { Parameter } from '../parameters.js'
import type { QueryDeclaration } from '../queries/declaration.js'

/** Two classes, several, or both. */
export type Task = 'binary' | 'multiclass' | 'any'

/** A named algorithm: a learner, a query rule and where the name comes from. */
export interface Algorithm {
  readonly name: string
  /** The key of the paper that gives it this name. */
  readonly paper: string
  readonly task: Task
  readonly learner: LearnerDeclaration
  readonly rule: QueryDeclaration
  readonly form: Form
  /** The rule's parameters, or those of the budget where it is paced; and the learner's. */
  readonly parameters: readonly Parameter[]
  /** Whether it always follows a budget: it takes a ratio and a horizon instead of its rule's dial. */
  readonly paced?: boolean
  /** Another name of the same thing. */
  readonly sameAs?: string
}

/** What a paper's file lists. The paper's key and the merged parameters are added in one place. */
export interface Entry {
  readonly name: string
  readonly task: Task
  readonly learner: LearnerDeclaration
  readonly rule: QueryDeclaration
  readonly form: Form
  readonly paced?: boolean
  readonly sameAs?: string
}

export interface Paper {
  readonly key: string
  readonly entries: readonly Entry[]
}

export const binary = (name: string, learner: LearnerDeclaration, rule: QueryDeclaration): Entry => ({
  name,
  task: 'binary',
  learner,
  rule,
  form: learner.forms[0],
})

export const multiclass = (name: string, learner: LearnerDeclaration, rule: QueryDeclaration): Entry => ({
  ...binary(name, learner, rule),
  task: 'multiclass',
})

export const diagonal = (name: string, learner: LearnerDeclaration, rule: QueryDeclaration): Entry => ({
  ...binary(`${name}-diag`, learner, rule),
  form: 'diagonal',
})

/** The whole matrix under the name itself, its diagonal under the name with "-diag". */
export const fullAndDiagonal = (
  name: string,
  learner: LearnerDeclaration,
  rule: QueryDeclaration,
): readonly Entry[] => [binary(name, learner, rule), diagonal(name, learner, rule)]

/** The same entries under another name: the old name at the front of each is replaced. */
export const renamed = (from: string, to: string, ...entries: readonly Entry[]): readonly Entry[] =>
  entries.map((entry) => ({ ...entry, name: entry.name.replace(from, to), sameAs: entry.name }))

/** Each parameter once: those the rule borrows from the learner stand with the learner. */
const mergedParameters = ({ learner, rule, paced }: Entry): readonly Parameter[] => [
  ...(paced ? [ratio, horizon] : rule.parameters),
  ...learner.parameters,
]

export const algorithmsOf = ({ key, entries }: Paper): readonly Algorithm[] =>
  entries.map((entry) => ({ ...entry, paper: key, parameters: mergedParameters(entry) }))
