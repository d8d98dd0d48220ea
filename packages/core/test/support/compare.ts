import assert from 'node:assert/strict'
import type { State, StateArray } from '../../src/internals.js'

/** Relative to the larger of the two, absolute below 1. */
export const near = (a: number, b: number, tolerance = 1e-9): boolean =>
  a === b || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b))

export const assertNear = (actual: number, expected: number, message: string, tolerance = 1e-9): void => {
  if (!near(actual, expected, tolerance)) assert.fail(`${message}: ${actual} is not near ${expected}`)
}

const isArray = (value: State[string] | undefined): value is StateArray => ArrayBuffer.isView(value)

/** Where a state holds a NaN; undefined when it holds none. */
export const nanIn = (state: State): string | undefined => {
  for (const [name, value] of Object.entries(state)) {
    if (typeof value === 'number' || isArray(value)) {
      const numbers = typeof value === 'number' ? [value] : value
      for (let k = 0; k < numbers.length; k++) if (Number.isNaN(numbers[k])) return `${name}[${k}]`
    } else {
      const inside = nanIn(value)
      if (inside) return `${name}/${inside}`
    }
  }
  return undefined
}

/** Where two states differ by as much as a bit; undefined when they do not. */
export const differenceOf = (a: State, b: State): string | undefined => {
  const names = Object.keys(a)
  if (names.join() !== Object.keys(b).join()) return `${names} and ${Object.keys(b)}`
  for (const name of names) {
    const difference = valueDifference(a[name], b[name])
    if (difference) return `${name}: ${difference}`
  }
  return undefined
}

const valueDifference = (a: State[string], b: State[string]): string | undefined => {
  if (typeof a === 'number') return Object.is(a, b) ? undefined : `${a} and ${b}`
  if (!isArray(a)) return differenceOf(a, b as State)
  if (!isArray(b) || a.length !== b.length) return `${a.length} numbers and ${(b as StateArray).length}`
  for (let k = 0; k < a.length; k++) if (!Object.is(a[k], b[k])) return `[${k}] ${a[k]} and ${b[k]}`
  return undefined
}

/** What the learners of a saved asker know: its state without what counts rounds, questions and coins. */
export const knowledge = (state: State): State => {
  const known: Record<string, State[string]> = {}
  for (const [name, value] of Object.entries(state))
    if (!['tally', 'preparer', 'deciding'].includes(name))
      known[name] = typeof value === 'number' || isArray(value) ? value : knowledge(value)
  return known
}
