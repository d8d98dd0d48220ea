import { findSyntaxError, positionIn } from '@askance/data'
import { serverError } from '../errors.js'
import { tooMuchIn } from './nesting.js'

/** Parses JSON; errors have their position. `firstLine` is the line of the request where the text begins. */
export const parseJson = (text: string, firstLine = 1): unknown => {
  const found = tooMuchIn(text)
  if (found) {
    const { line, column } = positionIn(text, found.at)
    const reason = `the JSON ${found.reason}`
    throw serverError('request/invalid', { reason }, { line: firstLine + line - 1, column })
  }
  try {
    return JSON.parse(text)
  } catch {
    const { line, column, found, expected } = findSyntaxError(text)
    const reason = `invalid JSON: found ${found}, expected ${expected}`
    throw serverError('request/invalid', { reason }, { line: firstLine + line - 1, column })
  }
}
