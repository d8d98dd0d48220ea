import { admits, slugify } from '@askance/core/internals'
import type { Schemas } from '@askance/server/client'
import { type BudgetDraft, budgetError, parseBudget } from '../../parts/budget-draft.js'
import { parseNumber } from '../../parts/parse-number.js'
import { say } from '../../words/say.js'
import { type ItemKind, vectorizerFor } from './kinds.js'

export type Algorithm = Schemas['Algorithm']
export type Parameter = Schemas['Parameter']

/** The form state. Numbers are strings as typed. */
export interface Form extends ItemKind {
  readonly title: string
  readonly classes: readonly string[]
  /** Whether an item can have several labels. */
  readonly multiLabel: boolean
  readonly budget: BudgetDraft
  readonly measure: boolean
  readonly guidelines: string
  readonly answersPerItem: string
  readonly consensus: 'majority' | 'reliability'
  /** The positive class; the last class if it is not in the list. */
  readonly positive: string
  readonly objective: 'f1' | 'accuracy'
  readonly algorithm: string
  readonly parameters: Readonly<Record<string, string>>
  readonly seed: string
  readonly expireHours: string
  readonly leaseSeconds: string
  readonly drift: boolean
}

export const AUTO = 'auto'

export const emptyForm: Form = {
  title: '',
  classes: [],
  multiLabel: false,
  kind: 'unknown',
  texts: 'plain',
  fields: 'mixed',
  budget: { amount: '5', unit: 'ratio', horizon: '' },
  measure: true,
  guidelines: '',
  answersPerItem: '1',
  consensus: 'majority',
  positive: '',
  objective: 'f1',
  algorithm: AUTO,
  parameters: {},
  seed: '',
  expireHours: '',
  leaseSeconds: '60',
  drift: true,
}

/** Returns the positive class. */
export const positiveClass = ({ classes, positive }: Form): string | undefined =>
  classes.includes(positive) ? positive : classes.at(-1)

/** How many classes a model of the form has; with several labels for an item, there is one for each class: yes and no. */
export const modelClasses = ({ classes, multiLabel }: Form): number => (multiLabel ? 2 : classes.length)

/** Algorithms that support this number of classes. */
export const fittingAlgorithms = (all: readonly Algorithm[], classes: number): readonly Algorithm[] =>
  all.filter(({ task }) => task === 'any' || task === (classes > 2 ? 'multiclass' : 'binary'))

/** Parameters that the budget sets. */
const SET_BY_BUDGET: readonly string[] = ['ratio', 'horizon']

export const editableParameters = (algorithm: Algorithm | undefined): readonly Parameter[] =>
  algorithm?.parameters.filter(({ name }) => !SET_BY_BUDGET.includes(name)) ?? []

/** A form field; parameters are prefixed. */
export type Field =
  | 'title'
  | 'classes'
  | 'budget'
  | 'guidelines'
  | 'answersPerItem'
  | 'positive'
  | 'algorithm'
  | 'horizon'
  | 'seed'
  | 'expireHours'
  | 'leaseSeconds'
  | `parameter-${string}`

/** Errors by field, in form order. */
export type FormErrors = ReadonlyMap<Field, string>

const MAX_LABEL_LENGTH = 200
const MAX_TITLE_LENGTH = 200
const MAX_GUIDELINES_LENGTH = 50_000
const MAX_CLASSES = 1000

/** Whether a text is a valid class name: no control characters and not `__proto__`. */
export const isLabel = (text: string): boolean =>
  text !== '' && text.length <= MAX_LABEL_LENGTH && text !== '__proto__' && !/\p{Cc}/u.test(text)

const wholeError = (text: string, min: number, max: number): string | undefined => {
  const value = parseNumber(text)
  return Number.isInteger(value) && value >= min && value <= max
    ? undefined
    : say('streams.error.range', { min, max })
}

const unlessEmpty = (text: string, error: string | undefined): string | undefined =>
  text.trim() === '' ? undefined : error

export const classesError = (classes: readonly string[]): string | undefined => {
  if (classes.length < 2) return say('streams.error.fewClasses')
  return classes.length > MAX_CLASSES ? say('streams.error.manyClasses') : undefined
}

export const titleError = (title: string): string | undefined => {
  if (title.trim() === '') return say('streams.error.title')
  return title.trim().length > MAX_TITLE_LENGTH ? say('streams.error.titleLong') : undefined
}

/**
 * The range of a parameter, with the symbol of its label.
 *
 * @example
 * rangeText({ name: 'ridge', symbol: 'δ', range: '0 < ridge' }) // => '0 < δ'
 */
export const rangeText = ({ name, symbol, range }: Pick<Parameter, 'name' | 'symbol' | 'range'>): string =>
  range.replaceAll(name, symbol)

const parameterError = (parameter: Parameter, text = ''): string | undefined => {
  if (text.trim() === '' || admits(parameter, parseNumber(text))) return undefined
  return say('streams.error.parameter', { range: rangeText(parameter) })
}

const hoursInSeconds = (hours: string): number => Math.round(parseNumber(hours) * 3600)

/** Validates the form. */
export const validateForm = (form: Form, algorithm: Algorithm | undefined): FormErrors => {
  const seconds = hoursInSeconds(form.expireHours)
  const { horizon } = form.budget
  const found: readonly (readonly [Field, string | undefined])[] = [
    ['title', titleError(form.title)],
    ['classes', classesError(form.classes)],
    ['budget', budgetError(form.budget)],
    [
      'guidelines',
      form.guidelines.length > MAX_GUIDELINES_LENGTH ? say('streams.error.guidelines') : undefined,
    ],
    ['answersPerItem', wholeError(form.answersPerItem, 1, 100)],
    ...editableParameters(algorithm).map(
      (parameter) =>
        [`parameter-${parameter.name}`, parameterError(parameter, form.parameters[parameter.name])] as const,
    ),
    ['horizon', unlessEmpty(horizon, wholeError(horizon, 1, 1e15))],
    ['seed', unlessEmpty(form.seed, wholeError(form.seed, 0, Number.MAX_SAFE_INTEGER))],
    [
      'expireHours',
      unlessEmpty(form.expireHours, seconds >= 1 && seconds <= 1e9 ? undefined : say('streams.error.expire')),
    ],
    ['leaseSeconds', wholeError(form.leaseSeconds, 5, 86_400)],
  ]
  return new Map(found.flatMap(([field, error]) => (error === undefined ? [] : [[field, error] as const])))
}

/** Builds the create request and omits defaults. */
export const toRequest = (form: Form, algorithm: Algorithm | undefined): Schemas['NewStream'] => {
  const id = slugify(form.title)
  const vectorizer = vectorizerFor(form, modelClasses(form))
  const parameters = editableParameters(algorithm).flatMap(({ name }) => {
    const text = form.parameters[name]?.trim() ?? ''
    return text === '' ? [] : [[name, parseNumber(text)] as const]
  })
  const positive = form.multiLabel ? undefined : positiveClass(form)
  return {
    ...(id !== '' && { id }),
    title: form.title.trim(),
    classes: [...form.classes],
    ...(form.multiLabel && { multiLabel: true }),
    budget: parseBudget(form.budget),
    ...(!form.measure && { measure: 0 }),
    ...(form.guidelines.trim() !== '' && { guidelines: form.guidelines.trim() }),
    ...(vectorizer && { vectorizer }),
    ...(positive !== undefined && { positive }),
    ...(modelClasses(form) === 2 && { objective: form.objective }),
    answersPerItem: parseNumber(form.answersPerItem),
    ...(parseNumber(form.answersPerItem) > 1 && { consensus: form.consensus }),
    algorithm: form.algorithm,
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
    leaseSeconds: parseNumber(form.leaseSeconds),
    ...(form.seed.trim() !== '' && { seed: parseNumber(form.seed) }),
    ...(form.expireHours.trim() !== '' && { expireAfter: hoursInSeconds(form.expireHours) }),
    drift: form.drift,
  }
}
