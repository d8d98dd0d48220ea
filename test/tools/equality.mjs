import assert from 'node:assert/strict'
import { ts } from './typescript.mjs'

const TOLERANCE = 1e-9

/**
 * Asserts deep strict equality, with two liberties: 0 and −0 are the same, and where the expectation is written with
 * a decimal point its numbers need only agree to nine digits.
 */
export const assertMatches = (actual, expected, written, place) => {
  const tolerance = hasDecimalPoint(written) ? TOLERANCE : 0
  const aligned = align(actual, expected, tolerance)
  try {
    assert.deepStrictEqual(aligned, expected)
  } catch (error) {
    error.message = `${place}: ${error.message}`
    throw error
  }
}

const hasDecimalPoint = (written) => {
  const source = ts.createSourceFile('expected.ts', `(${written})`, ts.ScriptTarget.ES2022)
  const find = (node) =>
    (ts.isNumericLiteral(node) && node.getText(source).includes('.')) ||
    ts.forEachChild(node, (child) => find(child) || undefined) === true
  return find(source)
}

const isTyped = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView)
const prototypeOf = (value) =>
  typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined

/** `actual`, with each number that is close enough replaced by the expected one. */
const align = (actual, expected, tolerance) => {
  if (typeof actual === 'number' && typeof expected === 'number')
    return Math.abs(actual - expected) <= tolerance * Math.abs(expected) ? expected : actual
  if (prototypeOf(actual) === undefined || prototypeOf(actual) !== prototypeOf(expected)) return actual
  if (isTyped(actual)) return actual.map((value, k) => align(value, expected[k], tolerance))
  if (Array.isArray(actual)) return Array.from(actual, (value, k) => align(value, expected[k], tolerance))
  if (prototypeOf(actual) !== Object.prototype) return actual
  return Object.fromEntries(
    Object.entries(actual).map(([key, value]) => [key, align(value, expected[key], tolerance)]),
  )
}
