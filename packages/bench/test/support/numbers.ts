import assert from 'node:assert/strict'

/** To nine digits, of a tiny number too. */
export const near = (actual: number | undefined, expected: number, about: string): void => {
  const off = Math.abs((actual ?? Number.NaN) - expected)
  assert.ok(
    actual === expected || off <= 1e-9 * Math.abs(expected),
    `${about}: ${actual}, expected ${expected}`,
  )
}

/** Whole numbers below `grain` that look random: the fractional parts of the multiples of an irrational number. */
export const row = (length: number, grain: number, root: number, turn: number): number[] =>
  Array.from({ length }, (_, k) => Math.floor(grain * (((k + 1) * turn * Math.sqrt(root)) % 1)))
