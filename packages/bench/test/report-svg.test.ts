import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Figure, HeatFigure, LineFigure, RankFigure, Series } from '../src/report/figure.js'
import { markup } from '../src/report/page/markup.js'
import { draw } from '../src/report/page/standalone.js'
import { lightTheme } from '../src/report/page/theme.js'
import { emptyDocument, figureSvg } from '../src/report/svg.js'
import { figures, heatFigure, rankFigure, ratioFigure } from './report-samples.js'
import { assertWellFormed } from './report-xml.js'

const HOSTILE = '</svg><script>alert(1)</script><img onerror="x" src=\'y\'>&\u0000\u2028'

/** What every drawing must be, whatever is in it. */
const sound = (figure: Figure, width?: number): string => {
  const svg = figureSvg(figure, width === undefined ? {} : { width })
  assertWellFormed(svg)
  assert.doesNotMatch(svg, /NaN|undefined|Infinity|null/)
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
  assert.doesNotMatch(svg, /var\(|currentColor|<style|<script/, 'a file has no page to take colours from')
  return svg
}

const count = (text: string, part: string | RegExp): number => text.split(part).length - 1

describe('each kind of figure', () => {
  for (const figure of figures)
    test(figure.id, () => {
      const svg = sound(figure)
      assert.equal(svg, figureSvg(figure), 'the same bytes again')
      assert.ok(svg.includes(`<title>${figure.title}</title>`))
      assert.ok(svg.includes(`<desc>${figure.caption}</desc>`))
      for (const width of [360, 480, 1200]) assert.ok(sound(figure, width).includes(`width="${width}"`))
    })

  test('lines: a legend with every name, percent on a log axis', () => {
    const svg = sound(ratioFigure)
    for (const { name } of ratioFigure.series) assert.ok(svg.includes(`>${name}</text>`), name)
    for (const tick of [1, 2, 5, 10, 20, 50]) assert.ok(svg.includes(`>${tick}\u00a0%</text>`), `${tick} %`)
    assert.equal(count(svg, /aria-label="area"/), 6, 'six series have bands')
    assert.ok(svg.includes('stroke-dasharray="9 3"') && svg.includes('stroke-dasharray="0.1 4.5"'))
  })

  test('heat: values in the cells, powers at the sides', () => {
    const svg = sound(heatFigure)
    for (const text of ['10⁻⁵', '10⁰', '95.0', 'no value', 'best'])
      assert.ok(svg.includes(`>${text}</text>`), text)
    assert.ok(sound(heatFigure, 360).includes('>95</text>'), 'without the decimal in a narrow cell')
  })

  test('heat: the frame marks the best cell, which may be the lowest', () => {
    const { label, unit } = heatFigure.value
    const frames = (svg: string): string[] => svg.match(/<rect[^>]* fill="none"[^>]*>/g) ?? []
    const framed = (better?: 'up' | 'down'): string[] =>
      frames(sound({ ...heatFigure, value: { label, unit, ...(better && { better }) } }))
    assert.deepEqual(framed('up'), frames(sound(heatFigure)))
    assert.equal(framed('down').length, framed('up').length)
    assert.notDeepEqual(framed('down'), framed('up'))
    assert.deepEqual(framed(), [])
  })

  test('ranks: names with their ranks, and the critical difference', () => {
    const svg = sound(rankFigure)
    for (const { name, rank } of rankFigure.entries)
      assert.match(svg, new RegExp(`>${name}</tspan><tspan[^>]*>${rank.toFixed(2)}<`))
    assert.ok(svg.includes('CD = 2.41'))
    assert.equal(count(svg, 'stroke-width="4"'), rankFigure.cliques.length)
  })
})

describe('what is hidden', () => {
  const drawn = (hidden: ReadonlySet<number>): string =>
    markup(draw(ratioFigure, { document: emptyDocument(), width: 700, theme: lightTheme, hidden }).svg)

  test('is not drawn', () => {
    assert.ok(drawn(new Set()).includes(lightTheme.series2))
    assert.ok(!drawn(new Set([1])).includes(lightTheme.series2))
  })

  test('may be everything', () => {
    const all = new Set(ratioFigure.series.keys())
    assertWellFormed(drawn(all))
    assert.doesNotMatch(drawn(all), /NaN|undefined/)
  })
})

describe('odd figures', () => {
  const lines = (series: readonly Series[], change: Partial<LineFigure> = {}): LineFigure => ({
    ...ratioFigure,
    series,
    ...change,
  })
  const one = (points: Series['points'], role: Series['role'] = 'compared'): Series => ({
    name: 'a',
    role,
    points,
  })

  test('names of strangers stay text', () => {
    const series = [{ ...one([{ x: 0.1, y: 0.5 }]), name: HOSTILE }]
    sound({ ...lines(series), title: HOSTILE, caption: HOSTILE, x: { ...ratioFigure.x, label: HOSTILE } })
    sound({ ...heatFigure, title: HOSTILE, y: { ...heatFigure.y, label: HOSTILE } })
    sound({
      ...rankFigure,
      entries: [
        { name: HOSTILE, rank: 1 },
        { name: 'b', rank: 2 },
      ],
      cliques: [[HOSTILE, 'b']],
    })
  })

  test('lines without points, with one, with equal ones, with what a log axis cannot show', () => {
    sound(lines([]))
    sound(lines([one([])]))
    sound(lines([one([{ x: 0.5, y: 0.5 }])]))
    sound(
      lines([
        one([
          { x: 0.1, y: 0.5 },
          { x: 0.2, y: 0.5 },
        ]),
      ]),
    )
    sound(
      lines([
        one([
          { x: 0, y: Number.NaN },
          { x: 0.2, y: 0.5, low: Number.NaN, high: 1 },
        ]),
      ]),
    )
    sound(lines([one([{ x: 1, y: 0.9 }], 'supervised')]))
    const y = { label: 'seconds', scale: 'log', unit: 'number' } as const
    sound(
      lines(
        [
          one([
            { x: 0.1, y: 0 },
            { x: 0.2, y: 3, low: -1, high: 9 },
            { x: 0.4, y: 4000 },
          ]),
        ],
        { y },
      ),
    )
  })

  test('very many series, very long names', () => {
    const points = ratioFigure.series[0]!.points
    const many = Array.from({ length: 40 }, (_, k) => ({
      ...one(points),
      name: `series ${k} ${'long '.repeat(20)}`,
    }))
    for (const width of [360, 720]) sound(lines(many), width)
  })

  test('heat maps of one cell, of one value, of none', () => {
    const heat = (cells: HeatFigure['cells']): HeatFigure => ({
      ...heatFigure,
      x: { label: 'x', values: cells[0]!.map((_, k) => k) },
      y: { label: 'y', values: cells.map((_, k) => k) },
      cells,
    })
    for (const cells of [
      [[0.5]],
      [
        [1, 1],
        [1, 1],
      ],
      [[null, null]],
      [[0, 1e-9, 123456]],
    ])
      sound(heat(cells))
  })

  test('ranks of one, of equals, with a difference beyond the axis', () => {
    const ranks = (entries: RankFigure['entries'], difference = 1): RankFigure => ({
      ...rankFigure,
      entries,
      difference,
      cliques: [entries.map((entry) => entry.name)],
    })
    sound(ranks([{ name: 'a', rank: 1 }]))
    sound(
      ranks(
        [
          { name: 'a', rank: 1.5 },
          { name: 'b', rank: 1.5 },
        ],
        99,
      ),
    )
    sound(ranks(Array.from({ length: 30 }, (_, k) => ({ name: `algorithm ${k}`, rank: k + 1 }))), 360)
  })
})
