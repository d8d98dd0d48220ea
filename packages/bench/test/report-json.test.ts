import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resultsJson } from '../src/report/json.js'
import { madeUpResults } from './support/results.js'

describe('JSON', () => {
  const results = madeUpResults()

  test('the document comes back as it was', () => {
    assert.deepEqual(JSON.parse(resultsJson(results)), JSON.parse(JSON.stringify(results)))
  })

  test('the order of keys does not depend on how the document was built', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, part]) => [key, key === 'parameters' || key === 'source' ? part : turned(part)]),
      )
    }
    assert.equal(resultsJson(turned(results) as typeof results), resultsJson(results))
    assert.ok(resultsJson(results).startsWith('{\n  "format": 1,\n  "protocol": {\n    "format": 1,\n'))
  })

  test('parameters keep their order, and a curve is a line', () => {
    const text = resultsJson(results)
    assert.match(text, /"C": 1,\n +"delta": 0.1,\n +"dial": 0.5\n/)
    assert.match(text, /\n +"items": \[40, 80, 120, /)
  })
})
