import assert from 'node:assert/strict'
import { decodeModel } from '../../src/state/model-file.js'
import type { State } from '../../src/state/state.js'

const MOST_NAMED = 6

/** Where two states differ by as much as a bit. */
const differences = (one: State, other: State, path: string): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name): string[] => {
    const [a, b] = [one[name], other[name]]
    const place = `${path}/${name}`
    if (typeof a === 'number' || typeof b === 'number')
      return Object.is(a, b) ? [] : [`${place}: ${a}, expected ${b}`]
    if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b))
      return differences((a ?? {}) as State, (b ?? {}) as State, place)
    if (a.length !== b.length) return [`${place}: length ${a.length}, expected ${b.length}`]
    const k = a.findIndex((value: number, at: number) => !Object.is(value, b[at]))
    return k < 0 ? [] : [`${place}[${k}]: ${a[k]}, expected ${b[k]}`]
  })

/** Two files must hold the same bits; where they do not, it says in which parts. */
export const assertSameFile = (actual: Uint8Array, expected: Uint8Array, when: string): void => {
  const [one, other] = [decodeModel(actual), decodeModel(expected)]
  const found = differences(one.state, other.state, '')
  assert.deepEqual(found.slice(0, MOST_NAMED), [], `${when}: ${found.length} parts differ`)
  assert.deepEqual(one.config, other.config, when)
  assert.ok(Buffer.from(actual).equals(expected), when)
}
