import type { AskanceError } from '@askance/core'
import { dataError } from '../errors.js'
import type { Input } from './input.js'

const MIN_LINES = 5
const MIN_GAPS = 2

/**
 * Whether lines have columns of a fixed width: at least three, with two or more blanks between them at the same places of all lines.
 *
 * @example
 * const row = (id: number, country: string, amount: number) => `${String(id).padEnd(6)}${country.padEnd(6)}${amount}`
 * isFixedWidth([1, 22, 333, 4, 5].map((id) => row(id, 'DE', 10 * id))) // => true
 * isFixedWidth(['late  again  ', 'no  seat', 'the bus', 'did not stop', 'at all']) // => false
 */
export const isFixedWidth = (lines: readonly string[]): boolean => {
  if (lines.length < MIN_LINES) return false
  const shortest = Math.min(...lines.map((line) => line.trimEnd().length))
  const isGap = (at: number): boolean => lines.every((line) => line[at] === ' ')
  let gaps = 0
  let width = 0
  // A gap ends where a line has a character again; the margin before all lines is none.
  for (let at = 0, begun = false; at < shortest; at++) {
    const wasGap = width >= 2
    width = isGap(at) ? width + 1 : 0
    if (width === 0) {
      if (begun && wasGap) gaps++
      begun = true
    }
  }
  return gaps >= MIN_GAPS
}

export const fixedWidth = (input: Input): AskanceError =>
  dataError('format/fixed-width', {}, { source: input.name, line: 1, column: 1 })
