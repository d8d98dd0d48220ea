import assert from 'node:assert/strict'
import type { State } from '../../src/index.js'

/** Relative to the larger of the two, absolute below 1. */
export const near = (a: number, b: number, tolerance = 1e-9): boolean =>
  a === b || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b))

export const assertNear = (actual: number, expected: number, message: string, tolerance = 1e-9): void => {
  assert.ok(near(actual, expected, tolerance), `${message}: ${actual} is not near ${expected}`)
}

/** Every number of a state, with the names that lead to it. */
function* numbersOf(state: State, path = ''): Generator<readonly [string, number]> {
  for (const [name, value] of Object.entries(state)) {
    const at = `${path}/${name}`
    if (typeof value === 'number') yield [at, value]
    else if (ArrayBuffer.isView(value))
      for (const [k, number] of value.entries()) yield [`${at}[${k}]`, number]
    else yield* numbersOf(value as State, at)
  }
}

/** Where a state holds a NaN; undefined when it holds none. */
export const nanIn = (state: State): string | undefined => {
  for (const [path, value] of numbersOf(state)) if (Number.isNaN(value)) return path
  return undefined
}

/** Where two states differ by as much as a bit; undefined when they do not. */
export const differenceOf = (a: State, b: State): string | undefined => {
  const others = numbersOf(b)
  for (const [path, value] of numbersOf(a)) {
    const other = others.next()
    if (other.done || other.value[0] !== path) return `${path} is missing`
    if (!Object.is(value, other.value[1])) return `${path}: ${value} and ${other.value[1]}`
  }
  const extra = others.next()
  return extra.done ? undefined : `${extra.value[0]} is new`
}
