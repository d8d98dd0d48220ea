import { findSyntaxError } from '@askance/data'
import { serverError } from '../errors.js'

/** Parses JSON; errors have their position. `firstLine` is the line of the request where the text begins. */
export const parseJson = (text: string, firstLine = 1): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    const { line, column, found, expected } = findSyntaxError(text)
    const reason = `invalid JSON: found ${found}, expected ${expected}`
    throw serverError('request/invalid', { reason }, { line: firstLine + line - 1, column })
  }
}
