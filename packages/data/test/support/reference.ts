import { MAX_INDEX, MAX_VALUE } from '@askance/core/internals'
import { canonicalLabel } from '@askance/data'
import { MAX_LABEL_BYTES } from '../../src/libsvm/careful.js'
import type { PlainRow } from './read.js'

/** What the file says, up to its first mistake. */
export interface Reading {
  readonly rows: readonly PlainRow[]
  readonly badLine: number | undefined
}

class Mistake extends Error {}
class CountsFromZero extends Error {}

/** LIBSVM read in the most obvious way: split, match, `Number`. Slow, and right. */
export const referenceReading = (bytes: Uint8Array, base: 0 | 1 = 1): Reading => {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  const rows: PlainRow[] = []
  for (const [k, line] of text.split('\n').entries()) {
    try {
      const row = referenceRow(line, base)
      if (row) rows.push({ line: k + 1, ...row })
    } catch (cause) {
      if (cause instanceof CountsFromZero) return referenceReading(bytes, 0)
      if (!(cause instanceof Mistake)) throw cause
      return { rows, badLine: k + 1 }
    }
  }
  return { rows, badLine: undefined }
}

const expect = (condition: boolean): void => {
  if (!condition) throw new Mistake()
}

const referenceRow = (line: string, base: 0 | 1): Omit<PlainRow, 'line'> | undefined => {
  const [label, ...rest] = line.split(/[ \t\r]+/).filter((word) => word !== '')
  if (label === undefined || label.startsWith('#')) return undefined
  const index: number[] = []
  const value: number[] = []
  expect(!label.includes('\0'))
  for (const word of rest.join(' ').replace(/#.*/, '').split(' ')) {
    if (word === '' || /^qid:\d+$/.test(word)) continue
    const parts = /^(\d+):([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/.exec(word)
    if (!parts) throw new Mistake()
    const written = Number(parts[1])
    if (written === 0 && index.length === 0 && base === 1) throw new CountsFromZero()
    expect(written <= MAX_INDEX - 1 + base)
    expect(written + 1 - base > (index.at(-1) ?? 0))
    expect(Math.abs(Number(parts[2])) <= MAX_VALUE)
    index.push(written + 1 - base)
    value.push(Number(parts[2]))
  }
  return { label: referenceLabel(label), index, value }
}

const referenceLabel = (latin: string): string => {
  const bytes = Buffer.from(latin, 'latin1')
  expect(!latin.includes(':') && bytes.length <= MAX_LABEL_BYTES)
  const text = bytes.toString('utf8')
  expect(!/[\p{Cc}\ufffd]/u.test(text))
  return canonicalLabel(text)
}
