import { admits } from '@askance/core/internals'
import type { Schemas } from '@askance/server/client'
import { AUDIT, type BudgetSentence, budgetFault, budgetFrom } from '../../parts/budget-sentence.js'
import { numberFrom } from '../../parts/typed.js'
import { say } from '../../words/say.js'
import { type ItemKind, vectorizerFor } from './kinds.js'

export type Algorithm = Schemas['Algorithm']
export type Parameter = Schemas['Parameter']

/** What is typed and chosen in the form. Numbers are texts, as they were typed. */
export interface Form extends ItemKind {
  readonly title: string
  readonly classes: readonly string[]
  readonly budget: BudgetSentence
  readonly audit: boolean
  readonly guidelines: string
  readonly answersPerItem: string
  readonly consensus: 'majority' | 'reliability'
  /** The class to look out for; the last if it is none of the classes. */
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
  kind: 'unknown',
  texts: 'plain',
  fields: 'mixed',
  budget: { amount: '5', unit: 'ratio', horizon: '' },
  audit: true,
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

/**
 * The id made of a name: its letters and digits, as far as they are ASCII. Nothing where there are none.
 *
 * @example
 * slugOf('  Bookings: café mail! ') // => 'bookings-cafe-mail'
 * slugOf('日本') // => ''
 */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 50)
    .replace(/-+$/, '')

/** Which of the classes is looked out for. */
export const positiveOf = ({ classes, positive }: Form): string | undefined =>
  classes.includes(positive) ? positive : classes.at(-1)

/** The algorithms that can tell so many classes apart; those of papers are for two classes or for more. */
export const fittingAlgorithms = (all: readonly Algorithm[], classes: number): readonly Algorithm[] =>
  all.filter(({ task }) => task === 'any' || task === (classes > 2 ? 'multiclass' : 'binary'))

/** What the budget says already: nobody needs to say it twice. */
const SAID_BY_BUDGET: readonly string[] = ['ratio', 'horizon']

export const parametersOf = (algorithm: Algorithm | undefined): readonly Parameter[] =>
  algorithm?.parameters.filter(({ name }) => !SAID_BY_BUDGET.includes(name)) ?? []

/** Parameters that the budget turns while the stream runs. */
const DIALS: readonly string[] = ['smoothing', 'rate', 'kappa', 'epsilon']
export const isDial = ({ name }: Parameter): boolean => DIALS.includes(name)

/** A field of the form; those of parameters are named after them. */
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

/** What is wrong, by field, in the order of the fields. */
export type Faults = ReadonlyMap<Field, string>

const LABEL_LONGEST = 200
const TITLE_LONGEST = 200
const GUIDELINES_LONGEST = 50_000
const MOST_CLASSES = 1000

/** Whether a text may name a class. The service takes no control characters, and `__proto__` names no value. */
export const isLabel = (text: string): boolean =>
  text !== '' && text.length <= LABEL_LONGEST && text !== '__proto__' && !/\p{Cc}/u.test(text)

const wholeFault = (text: string, least: number, most: number): string | undefined => {
  const value = numberFrom(text)
  return Number.isInteger(value) && value >= least && value <= most
    ? undefined
    : say('streams.fault.range', { least, most })
}

const unlessEmpty = (text: string, fault: string | undefined): string | undefined =>
  text.trim() === '' ? undefined : fault

const classesFault = (classes: readonly string[]): string | undefined => {
  if (classes.length < 2) return say('streams.fault.fewClasses')
  return classes.length > MOST_CLASSES ? say('streams.fault.manyClasses') : undefined
}

const titleFault = (title: string): string | undefined => {
  if (title.trim() === '') return say('streams.fault.title')
  return title.trim().length > TITLE_LONGEST ? say('streams.fault.titleLong') : undefined
}

/**
 * The range of a parameter, with the letter that its label has.
 *
 * @example
 * rangeOf({ name: 'ridge', symbol: 'δ', range: '0 < ridge' }) // => '0 < δ'
 */
export const rangeOf = ({ name, symbol, range }: Pick<Parameter, 'name' | 'symbol' | 'range'>): string =>
  range.replaceAll(name, symbol)

const parameterFault = (parameter: Parameter, text = ''): string | undefined => {
  if (text.trim() === '' || admits(parameter, numberFrom(text))) return undefined
  return say('streams.fault.parameter', { range: rangeOf(parameter) })
}

const hoursInSeconds = (hours: string): number => Math.round(numberFrom(hours) * 3600)

/** What is wrong with the form, before it is sent. */
export const faultsOf = (form: Form, algorithm: Algorithm | undefined): Faults => {
  const seconds = hoursInSeconds(form.expireHours)
  const { horizon } = form.budget
  const found: readonly (readonly [Field, string | undefined])[] = [
    ['title', titleFault(form.title)],
    ['classes', classesFault(form.classes)],
    ['budget', budgetFault(form.budget)],
    ['guidelines', form.guidelines.length > GUIDELINES_LONGEST ? say('streams.fault.guidelines') : undefined],
    ['answersPerItem', wholeFault(form.answersPerItem, 1, 100)],
    ...parametersOf(algorithm).map(
      (parameter) =>
        [`parameter-${parameter.name}`, parameterFault(parameter, form.parameters[parameter.name])] as const,
    ),
    ['horizon', unlessEmpty(horizon, wholeFault(horizon, 1, 1e15))],
    ['seed', unlessEmpty(form.seed, wholeFault(form.seed, 0, Number.MAX_SAFE_INTEGER))],
    [
      'expireHours',
      unlessEmpty(form.expireHours, seconds >= 1 && seconds <= 1e9 ? undefined : say('streams.fault.expire')),
    ],
    ['leaseSeconds', wholeFault(form.leaseSeconds, 5, 86_400)],
  ]
  return new Map(found.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault] as const])))
}

/** The request that makes the stream. What is as the service has it anyway is left to the service. */
export const requestFrom = (form: Form, algorithm: Algorithm | undefined): Schemas['NewStream'] => {
  const id = slugOf(form.title)
  const vectorizer = vectorizerFor(form, form.classes.length)
  const parameters = parametersOf(algorithm).flatMap(({ name }) => {
    const text = form.parameters[name]?.trim() ?? ''
    return text === '' ? [] : [[name, numberFrom(text)] as const]
  })
  const positive = positiveOf(form)
  return {
    ...(id !== '' && { id }),
    title: form.title.trim(),
    classes: [...form.classes],
    budget: budgetFrom(form.budget),
    audit: form.audit ? AUDIT : 0,
    ...(form.guidelines.trim() !== '' && { guidelines: form.guidelines.trim() }),
    ...(vectorizer && { vectorizer }),
    ...(positive !== undefined && { positive }),
    ...(form.classes.length === 2 && { objective: form.objective }),
    answersPerItem: numberFrom(form.answersPerItem),
    ...(numberFrom(form.answersPerItem) > 1 && { consensus: form.consensus }),
    algorithm: form.algorithm,
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
    leaseSeconds: numberFrom(form.leaseSeconds),
    ...(form.seed.trim() !== '' && { seed: numberFrom(form.seed) }),
    ...(form.expireHours.trim() !== '' && { expireAfter: hoursInSeconds(form.expireHours) }),
    drift: form.drift,
  }
}
