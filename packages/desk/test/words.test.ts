import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { words } from '../src/words/words.js'

const sources = fileURLToPath(new URL('../../src', import.meta.url))
const code = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(sources, file), 'utf8'))
  .join('\n')

/** Every key with its text. */
const leavesOf = (part: object, path: string): [string, string][] =>
  Object.entries(part).flatMap(([name, value]): [string, string][] => {
    const key = path === '' ? name : `${path}.${name}`
    if (typeof value === 'string') return [[key, value]]
    if ('one' in value && 'other' in value)
      return [
        [key, value.one],
        [key, value.other],
      ]
    return leavesOf(value, key)
  })
const leaves = leavesOf(words, '')

/** Keys are literals, or template literals with a literal prefix. */
const isUsed = (key: string): boolean => {
  const [first = '', ...rest] = key.split('.')
  const beginnings = rest.map((_, k) => [first, ...rest.slice(0, k + 1)].join('.'))
  const written = [`'${key}'`, `"${key}"`, ...beginnings.map((beginning) => `\`${beginning}.\${`)]
  return written.some((text) => code.includes(text))
}

describe('the texts', () => {
  test('are all used', () => {
    assert.deepEqual([...new Set(leaves.filter(([key]) => !isUsed(key)).map(([key]) => key))], [])
  })

  test('keep a number and its percent sign on one line', () => {
    assert.deepEqual(
      leaves.filter(([, text]) => /[\d}*] %/.test(text)),
      [],
    )
  })

  test('are calm in tone', () => {
    const loud = leaves.filter(([, text]) => /!|\b(please|oops|sorry|successfully)\b/i.test(text))
    assert.deepEqual(loud, [])
  })
})
