import assert from 'node:assert/strict'
import { assertMatches } from './equality.mjs'

/** What the examples of one file call, once rewritten. */
export const checksFor = (file, AskanceError) => ({
  equal(actual, expected, written, line) {
    assertMatches(actual, expected, written, `${file}:${line}`)
  },
  missed(code, line) {
    assert.fail(`${file}:${line}: expected an error with the code ${code}, but none was thrown`)
  },
  thrown(error, code, line) {
    if (!(error instanceof AskanceError)) throw error
    if (error.code === code) return
    assert.fail(
      `${file}:${line}: expected an error with the code ${code}, got ${error.code}: ${error.message}`,
    )
  },
})
