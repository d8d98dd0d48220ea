import type { Problem } from '@askance/server/client'
import { say } from '../../words/say.js'
import type { Field, FormErrors } from './form.js'

/** Maps a request path to a form field. */
const fields: Readonly<Record<string, Field>> = {
  id: 'title',
  title: 'title',
  classes: 'classes',
  budget: 'budget',
  measure: 'budget',
  guidelines: 'guidelines',
  answersPerItem: 'answersPerItem',
  positive: 'positive',
  algorithm: 'algorithm',
  seed: 'seed',
  expireAfter: 'expireHours',
  leaseSeconds: 'leaseSeconds',
}

const codes: Readonly<Record<string, Field>> = {
  'label/unknown': 'positive',
  'algorithm/unknown': 'algorithm',
  'budget/value': 'budget',
}

const fieldOf = (name: string | undefined): Field | undefined =>
  name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined

const fieldAt = (pointer: string): Field | undefined => {
  const [name, inner] = pointer.split('/').slice(1)
  if (name === 'parameters' && inner !== undefined) return `parameter-${inner}`
  return name === 'budget' && inner === 'horizon' ? 'horizon' : fieldOf(name)
}

/** These messages have the name of the invalid value. */
const fieldForCode = (code: string, named: string | undefined): Field | undefined => {
  if (named === undefined) return undefined
  if (code === 'parameter/value') return `parameter-${named}`
  return code === 'option/value' ? fieldOf(named) : undefined
}

/**
 * Maps a server error to form fields; empty if none matches.
 *
 * @example
 * const problem = { code: 'label/unknown', detail: 'label c is not among the classes a, b' }
 * serverErrors(problem, 'mail').get('positive') // => 'label c is not among the classes a, b'
 */
export const serverErrors = ({ code, detail, errors = [] }: Problem, id: string): FormErrors => {
  if (code === 'stream/exists') return new Map([['title', say('streams.error.exists', { id })]])
  const named = /^(?:invalid )?(\w+) = /.exec(detail)?.[1]
  const one = Object.hasOwn(codes, code) ? codes[code] : fieldForCode(code, named)
  if (one) return new Map([[one, detail]])
  return new Map(
    errors.flatMap(({ pointer, message }) => {
      const field = fieldAt(pointer)
      return field ? [[field, message] as const] : []
    }),
  )
}
