import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ratiosOf, readHistory, remember, slowdowns } from '../benchmarks/dist/history.js'

const entry = (date, ratios, machine = 'small') => ({ date, version: '1', node: 'v20', machine, ratios })

test('the history names what became slower than the last time on the same kind of machine', () => {
  const history = [
    entry('2026-01-01', { 'a: x': 1, 'a: y': 2 }),
    entry('2026-01-02', { 'a: x': 5 }, 'large'),
    entry('2026-01-03', { 'a: x': 2 }),
  ]
  assert.deepEqual(slowdowns(history, entry('2026-01-04', { 'a: x': 2.19, 'a: y': 2.3, 'a: z': 9 })), [
    { name: 'a: y', since: '2026-01-01', before: 2, now: 2.3 },
  ])
  assert.deepEqual(slowdowns(history, entry('2026-01-04', { 'a: x': 9 }, 'other')), [])
})

test('a run is appended after it was compared', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-history-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const file = pathToFileURL(join(folder, 'history.jsonl'))
  const line = (ratio) => ({
    measurement: 'm',
    result: '',
    ratio: '',
    target: '',
    slowness: { name: 'x', ratio },
  })
  const first = entry('2026-01-01', ratiosOf('a', [line(1.23456), { ...line(1), slowness: undefined }]))
  assert.match(remember(file, first), /^Nothing is slower/)
  assert.match(
    remember(file, entry('2026-01-02', ratiosOf('a', [line(2)]))),
    /a: x .* 2026-01-01 .* 1.24 .* 2.00 .* 1.62/,
  )
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 3)
  assert.deepEqual(readHistory(file)[0], { ...first, ratios: { 'a: x': 1.235 } })
})
