/** Where in the input something went wrong; each part only when known. Lines and columns count from 1. */
export interface Position {
  readonly source?: string
  readonly line?: number
  readonly column?: number
}

/** The one error class of Askance: a mistake in the input or the configuration, never a fault of ours. */
export class AskanceError extends Error {
  override readonly name = 'AskanceError'
  /** Stable and machine-readable, as `docs/errors.md` lists it. */
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
}

const prefix = (position: Position | undefined): string => {
  if (!position) return ''
  const parts = [position.source, position.line, position.column].filter((part) => part !== undefined)
  return parts.length > 0 ? `${parts.join(':')}: ` : ''
}

/** A room's errors as data: code → message, with `{detail}` where a detail is filled in. */
export type ErrorTable = Readonly<Record<string, string>>

/**
 * Makes the function that builds the errors of one table.
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

/** Every error of this room. */
export const coreErrorTable = {
  'row/lengths': 'a row needs as many values as indices: {indices} indices, {values} values',
  'row/index': 'index {index} is not a whole number from {least} to {most}',
  'row/order': 'indices must rise and none may stand twice: {index} follows {previous}',
  'row/value': 'value {value} at index {index} is not a number between -1e100 and 1e100',
  'seed/invalid': 'seed {seed} is not a whole number from 0 to 9007199254740991',
  'algorithm/unknown': 'there is no algorithm named {name}; {hint}',
  'algorithm/classes': '{name} needs {expected}, but the stream has {classes} classes',
  'algorithm/kernel': '{name} cannot run with a kernel; {hint}',
  'kernel/invalid':
    'kernel {kernel} is not known; expected linear, gaussian:sigma2=V or polynomial:degree=N,offset=V',
  'parameter/unknown': '{owner} has no parameter {name}; it takes {known}',
  'parameter/value': '{name} = {value} is out of range: expected {range}',
  'parameter/conflict': '{message}',
  'matrix/dimension':
    'a full matrix over {dimension} features does not fit: at most {most}; use the -diag version, or a linear kernel with a capacity',
  'option/value': '{name} = {value} cannot be used: expected {expected}',
  'budget/value': '{name} = {value} is no budget: expected {expected}',
  'item/empty': 'an item needs a row or features',
  'item/id': 'there is an item with the id {id} already',
  'question/unknown': 'there is no question about an item with the id {id}',
  'question/unanswered': 'the question about {id} has no answer: it is {state}',
  'question/late': 'the question about {id} was given back to the budget, which allows no more now',
  'label/empty': 'a label must be a text that is not empty',
  'label/unknown': 'label {label} is not among the classes {classes}',
  'model/format': 'this is not an Askance model file: {reason}',
  'model/checksum': 'the model file is damaged: its checksum is {found}, expected {expected}',
  'model/version': 'the model file has format {found}; this version of Askance reads formats up to {known}',
  'model/state': 'the model file does not fit its algorithm: {reason}',
  'model/size': 'the model file needs {size} bytes of memory; the limit is {most}',
  'model/input': 'unknown input "{kind}": import @askance/data before loading the model, or pass the input',
  'answer/settled':
    'the answer to {id} can no longer be changed: the model has since been trained by a run that keeps no records',
  'label/settled':
    'label {label} is new, and this model cannot add classes: it was trained on {classes} by a run that keeps no records',
  'export/linear': '{algorithm} cannot be exported as a linear model: {reason}',
  'export/scaling':
    'rows scaled by {normalize} cannot be exported for {target}, which would predict otherwise',
  'export/format': 'this is not an exported linear model: {reason}',
  'export/version': 'the exported model has version {found}; this version of Askance reads up to {known}',
} as const satisfies ErrorTable

export const coreError = errorFactory(coreErrorTable)
