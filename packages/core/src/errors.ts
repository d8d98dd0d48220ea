/** Where in the input an error occurred, as far as known. Lines and columns count from 1. */
export interface Position {
  readonly source?: string
  readonly line?: number
  readonly column?: number
}

/**
 * The only error class of Askance: a mistake in the input or the configuration, not a bug.
 *
 * @example
 * const error = new AskanceError('tea/cold', 'the tea is cold', {}, { line: 3 })
 * error.message // => '3: the tea is cold'
 * error.at({ source: 'tea.txt' }).message // => 'tea.txt:3: the tea is cold'
 * error.with({ degrees: 20 }).details // => { degrees: 20 }
 */
export class AskanceError extends Error {
  override readonly name = 'AskanceError'
  /** Stable and machine-readable; `docs/errors.md` lists all codes. */
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  readonly position: Position | undefined

  constructor(
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>>,
    position?: Position,
  ) {
    super(`${prefix(position)}${message}`)
    this.code = code
    this.details = details
    this.position = position
  }

  /** The message without the position. */
  get text(): string {
    return this.message.slice(prefix(this.position).length)
  }

  /** The same error at this position; what is not given stays as it is. */
  at(position: Position): AskanceError {
    return new AskanceError(this.code, this.text, this.details, { ...this.position, ...position })
  }

  /** The same error with more details. */
  with(details: Readonly<Record<string, unknown>>): AskanceError {
    return new AskanceError(this.code, this.text, { ...this.details, ...details }, this.position)
  }
}

/**
 * Whether something that was thrown is the error with this code.
 *
 * @example
 * hasCode(new AskanceError('tea/cold', 'the tea is cold', {}), 'tea/cold') // => true
 * hasCode(new Error('tea/cold'), 'tea/cold') // => false
 */
export const hasCode = (error: unknown, code: string): error is AskanceError =>
  error instanceof AskanceError && error.code === code

const prefix = (position: Position | undefined): string => {
  if (!position) return ''
  const parts = [position.source, position.line, position.column].filter((part) => part !== undefined)
  return parts.length > 0 ? `${parts.join(':')}: ` : ''
}

/** The errors of a package as data: code → message template, with `{detail}` placeholders. */
export type ErrorTable = Readonly<Record<string, string>>

/**
 * Returns the function that creates the errors of one table.
 *
 * @example
 * const teaError = errorFactory({ 'tea/cold': 'the tea has {degrees} °C, expected at least {min}' })
 * teaError('tea/cold', { degrees: 20, min: 60 }).message // => 'the tea has 20 °C, expected at least 60'
 */
export const errorFactory =
  <Table extends ErrorTable>(table: Table) =>
  (
    code: keyof Table & string,
    details: Readonly<Record<string, unknown>> = {},
    position?: Position,
  ): AskanceError => {
    const template = table[code] ?? code
    const message = template.replace(/\{(\w+)\}/g, (_, key: string) => String(details[key]))
    return new AskanceError(code, message, details, position)
  }

/** All errors of `@askance/core`. */
export const coreErrorTable = {
  'row/lengths': 'a row needs as many values as indices: found {indices} indices and {values} values',
  'row/index': 'invalid index {index}: expected a whole number from {min} to {max}',
  'row/order': 'indices must be strictly increasing: {index} follows {previous}',
  'row/value': 'invalid value {value} at index {index}: expected a number between -1e100 and 1e100',
  'seed/invalid': 'invalid seed {seed}: expected a whole number from 0 to 9007199254740991',
  'algorithm/unknown': 'unknown algorithm {name}; {hint}',
  'algorithm/part': 'unknown {kind} {name}; {hint}',
  'algorithm/combination':
    '{learner} cannot be combined with the rule {rule}: {reason}. {learner} can be combined with {rules}; {rule} with {learners}',
  'algorithm/classes': '{name} needs {expected} classes, but the stream has {classes}',
  'algorithm/kernel': '{name} cannot run with a kernel; {hint}',
  'kernel/invalid':
    'invalid kernel {kernel}: expected linear, gaussian:sigma2=V or polynomial:degree=N,offset=V',
  'parameter/unknown': '{owner} has no parameter {name}; it takes {known}',
  'parameter/value': '{name} = {value} is out of range: expected {range}',
  'parameter/conflict': '{message}',
  'matrix/dimension':
    'a full matrix over {dimension} features is too large (at most {max}); use the -diag version, or a linear kernel with a capacity',
  'option/value': 'invalid {name} = {value}: expected {expected}',
  'budget/form': 'invalid budget {found}: expected an object with some of {known}',
  'budget/name': 'a budget has no {name}; {hint}',
  'budget/value': 'invalid budget {name} = {value}: expected {expected}',
  'item/empty': 'the item has no row, no features and no vector; found {found}{hint}',
  'item/row': 'invalid row {found}: expected the result of sparseRow or denseRow',
  'feature/form': 'invalid features {found}: expected an object of names and numbers',
  'feature/value': 'invalid value {value} of the feature {name}: expected a number between -1e100 and 1e100',
  'vector/form': 'a vector must be a list of numbers, found {found}',
  'vector/size': 'the vector has {found} numbers, expected {min} to {max}',
  'vector/length': 'the vector has {found} numbers, expected {expected} as in the first vector',
  'vector/value':
    'invalid number {value} at position {place} of the vector: expected a number between -1e100 and 1e100',
  'vector/algorithm':
    'the item has a vector, which only the algorithm auto can use; leave the vectors out, or give their numbers as features',
  'item/id': 'an item with the id {id} already exists; ids must be unique',
  'pool/item':
    'the pool has no item with the id {id}, or does not store it because it is outside the working set',
  'question/unknown': 'no question with the id {id}',
  'question/unanswered': 'the question {id} has no answer (its state is {state})',
  'question/late':
    'the question {id} was refunded to the budget, and the budget does not allow another one now',
  'event/pool': 'the event {type} belongs to a pool; create one with new Pool or load its model file',
  'pool/stream': 'a pool has no stream of items: add items with add, and get questions with next',
  'pool/kept':
    'the pool stores only {kept} of its {items} items; call labelled(items) with all items and their ids',
  'label/empty': 'invalid label {found}: expected a text that is not empty',
  'label/list': 'invalid labels {found}: expected a list of labels, which may be empty',
  'label/unknown': 'label {label} is not among the classes {classes}',
  'model/format': 'this is not an Askance model file: {reason}',
  'model/checksum': 'the model file is damaged: its checksum is {found}, expected {expected}',
  'model/version':
    'the model file has format {found}, but this version of Askance reads formats up to {known}; update Askance',
  'model/state': 'the model file does not match its algorithm: {reason}',
  'model/size': 'the model file needs {size} bytes of memory, more than the limit of {max}; raise `maxBytes`',
  'model/input': 'unknown input "{kind}": import @askance/data before loading the model, or pass the input',
  'model/multi-label':
    'this model predicts several labels for an item; load it with MultiLabelClassifier.load',
  'model/pool-class': 'this model is a pool; import Pool and load it with Pool.load',
  'model/pool': 'this model is not a pool; load it with Classifier.load',
  'model/single-label': 'this model predicts one label for an item; load it with Classifier.load',
  'answer/settled':
    'the answer to {id} can no longer be changed: the model has since been trained by a run that keeps no records',
  'label/settled':
    'label {label} is new, and this model cannot add classes: it was trained on {classes} by a run that keeps no records',
  'export/linear': '{algorithm} cannot be exported as a linear model: {reason}',
  'export/scaling':
    'rows scaled by {normalize} cannot be exported to {target}, which does not scale rows and would predict differently',
  'export/bits':
    '{features} features and {classes} classes need {bits} bits in Vowpal Wabbit, which has at most {most}. Train with fewer features',
  'export/format': 'this is not an exported linear model: {reason}',
  'export/version':
    'the exported model has version {found}, but this version of Askance reads up to {known}; update Askance',
} as const satisfies ErrorTable

export const coreError = errorFactory(coreErrorTable)
