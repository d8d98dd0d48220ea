import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  count,
  duration,
  nearest,
  percent,
  plainTable,
  rate,
  share,
  signed,
  significant,
  wrapped,
} from '@askance/core/internals'
import { commandLine } from '../src/command/parse.js'
import type { Output } from '../src/index.js'
import { bar, Canvas, chart, gauge } from '../src/terminal/chart.js'
import { Curve } from '../src/terminal/curve.js'
import { StatusLine } from '../src/terminal/status-line.js'
import { styleFor } from '../src/terminal/style.js'
import { Collected } from './tools/askance.js'

test('formats numbers', () => {
  assert.deepEqual([count(1234567), count(0), rate(10, 0)], ['1,234,567', '0', '10,000,000'])
  assert.deepEqual([percent(0.12345), percent(1, 0), share(0.00012345)], ['12.35 %', '100 %', '0.0123 %'])
  assert.deepEqual([significant(0.1234567), significant(1e21)], ['0.1235', '1e+21'])
  assert.deepEqual([signed(1.5), signed(-0.25)], ['+1.500', '-0.2500'])
  const durations = [0.4567, 12.34, 59.99, 125, 3780].map(duration)
  assert.deepEqual(durations, ['0.46 s', '12.3 s', '1 min 00 s', '2 min 05 s', '1 h 03 min'])
})

test('a table aligns its columns and wraps the last', () => {
  const columns = [{ title: 'a' }, { title: 'n', align: 'right' as const }, { title: 'words' }]
  const rows = [
    ['x', '1', 'one two three four five'],
    ['long', '100', ''],
  ]
  const expected = ['a       n  words', 'x       1  one two three four', '           five', 'long  100']
  assert.deepEqual(plainTable(columns, rows, { width: 31 }).split('\n'), expected)
  assert.deepEqual(wrapped('a bb ccc', 4), ['a bb', 'ccc'])
})

test('bars', () => {
  assert.deepEqual(
    [bar(0, 4), bar(0.5, 4), bar(1, 4), bar(2, 4), bar(0.03125, 4)],
    ['', '██', '████', '████', '▏'],
  )
  assert.equal(gauge(0.5, 4), '▕██  ▏')
})

describe('the chart', () => {
  test('draws dots as characters', () => {
    const canvas = new Canvas(2, 1)
    canvas.line(0, 0, 1.9, 0)
    canvas.dot(9, 9)
    assert.deepEqual([canvas.at(0, 0), canvas.at(1, 0)], ['⠉', '⠉'])
  })

  test('shows marks, axes, the level and a legend', () => {
    const plain = (text: string): string => text
    const text = chart(
      [
        {
          name: 'up',
          mark: '●',
          paint: plain,
          points: [1, 10, 100].map((x, k) => ({ x, y: 0.5 + 0.1 * k })),
        },
        {
          name: 'down',
          mark: '○',
          paint: plain,
          points: [1, 10, 100].map((x, k) => ({ x, y: 0.65 - 0.1 * k })),
        },
      ],
      {
        width: 40,
        height: 9,
        xTitle: 'labels',
        yTitle: 'accuracy',
        xTick: String,
        yTick: (y) => percent(y, 0),
        level: { name: 'all', y: 0.8 },
      },
    )
    const lines = text.split('\n')
    assert.ok(lines.every((line) => [...line].length <= 40))
    const marked = (mark: string): number[] =>
      lines.slice(0, -2).flatMap((line, r) => ([...line].includes(mark) ? [r] : []))
    assert.equal(marked('●').length, 3)
    assert.equal(marked('○').length, 3)
    assert.match(text, /^ *80 % ┤╌{20,}/m)
    assert.match(text, /└─┬─+┬─+┬─/)
    assert.match(text, /^ +1 +10 +100$/m)
    assert.ok(lines.at(-1)?.includes('● up   ○ down   ╌ all'))
  })
})

test('a curve of many points keeps the first and the newest', () => {
  const curve = new Curve()
  for (let k = 1; k <= 65; k++) curve.add(8 * k, k === 1 || k === 65 ? 0.9 : 0.5)
  const text = curve.text('accuracy', 72, styleFor({ env: {} }, new Collected() as Output))
  // The highest row has the two points, one at each end.
  assert.match(text.split('\n').find((line) => /^ *90 %/.test(line)) ?? '', /┤ [^ ]{2} +[^ ]$/, text)
})

test('redraws the status line in place, at intervals, and only on a terminal', (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const drawn = (terminal?: { columns: number }): string => {
    const stderr = new Collected(terminal)
    const context = {
      argv: [],
      env: {},
      stdout: new Collected() as Output,
      stderr: stderr as Output,
      cleanups: new Set<() => void>(),
    }
    const status = new StatusLine(context)
    status.show(() => 'too early')
    now += 120
    status.show(() => 'first and a long one')
    status.show(() => 'too soon')
    assert.equal(context.cleanups.size, 1)
    status.end()
    status.end()
    assert.equal(context.cleanups.size, 0)
    return stderr.text
  }
  assert.equal(drawn(), '')
  assert.equal(drawn({ columns: 12 }), '\rfirst and a\u001b[K\r\u001b[K')
})

test('finds the nearest name, if any is near', () => {
  const known = ['run', 'predict', 'explain', 'algorithms']
  assert.deepEqual(
    ['rnu', 'predcit', 'exp', 'xyz', ''].map((word) => nearest(word, known)),
    ['run', 'predict', 'explain', undefined, undefined],
  )
})

test('quotes words of a command line where needed', () => {
  assert.equal(
    commandLine(['run', 'my data', "it's", '--params=a=1,b=2', 'CSPAA(a)', '']),
    `run 'my data' 'it'\\''s' --params=a=1,b=2 'CSPAA(a)' ''`,
  )
})
