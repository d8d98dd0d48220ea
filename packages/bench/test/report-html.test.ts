import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { parseHTML } from 'linkedom'
import { reportHtml } from '../src/report/html.js'
import type { Report } from '../src/report/report.js'
import { heatFigure, learningFigure, rankFigure, ratioFigure, table } from './report-samples.js'
import { assertWellFormed } from './report-xml.js'

const report: Report = {
  title: 'Five ways to ask',
  intro: ['First.', 'Second.'],
  facts: [
    ['date', '2025-11-15'],
    ['machine', '2 cores'],
  ],
  sections: [
    {
      title: 'Basehock',
      paragraphs: ['All of it.'],
      tables: [table],
      figures: [ratioFigure, learningFigure],
    },
    { title: 'Parameters', paragraphs: [], tables: [], figures: [heatFigure] },
    { title: 'Ranks', paragraphs: [], tables: [], figures: [rankFigure] },
    { title: 'How', paragraphs: [], tables: [], figures: [] },
  ],
  json: { runs: 20 },
}
const page = reportHtml(report)

/** The elements that a reader gets; where a script ends is decided as a browser does, by its end tag. */
const parsed = (html: string) => parseHTML(html).document
const texts = (html: string, selector: string): string[] =>
  [...parsed(html).querySelectorAll(selector)].map((element) => element.textContent ?? '')

describe('a report', () => {
  test('has its parts in their order', () => {
    assert.deepEqual(texts(page, 'h1'), ['Five ways to ask'])
    assert.deepEqual(texts(page, 'header > p'), ['First.', 'Second.'])
    assert.deepEqual(texts(page, 'dt'), ['date', 'machine'])
    assert.deepEqual(texts(page, 'h2'), ['Basehock', 'Parameters', 'Ranks', 'How'])
    assert.deepEqual(texts(page, 'nav a'), ['Basehock', 'Parameters', 'Ranks', 'How'])
    assert.deepEqual(texts(page, '.tables h3'), [table.title])
    assert.deepEqual(
      texts(page, 'figure h3'),
      [ratioFigure, learningFigure, heatFigure, rankFigure].map((f) => f.title),
    )
    const short = reportHtml({ ...report, sections: report.sections.slice(0, 2) })
    assert.deepEqual(texts(short, 'nav a'), [], 'two sections need no list')
  })

  test('shows winners in bold and says what that means', () => {
    assert.deepEqual(texts(page, '.tables strong'), ['93.5', '94.8', '95.5', '95.2'])
    assert.deepEqual(texts(page, '.tables .quiet'), [...table.notes])
  })

  test('has every figure as a drawing and as a table, without the script', () => {
    const svgs = page.match(/<div class="plot">(<svg.*?<\/svg>)<\/div>/g) ?? []
    assert.equal(svgs.length, 4)
    for (const svg of svgs) assertWellFormed(svg)
    assert.deepEqual(
      texts(page, 'figure .legend b').slice(0, 8),
      ratioFigure.series.map((series) => series.name),
    )
    assert.equal(texts(page, '#figure-1 details tbody tr').length, 11, 'ten ratios and the level')
  })

  test('carries its data', () => {
    assert.deepEqual(JSON.parse(texts(page, '#figures')[0]!), [
      ratioFigure,
      learningFigure,
      heatFigure,
      rankFigure,
    ])
    assert.deepEqual(JSON.parse(texts(page, '#results')[0]!), { runs: 20 })
    const { json: _, ...without } = report
    assert.deepEqual(texts(reportHtml(without), '#results, button[data-save="json"]'), [])
  })

  test('is the same for the same data', () => assert.equal(page, reportHtml(report)))
})

describe('a report keeps to itself', () => {
  test('it refers to nothing outside', () => {
    const addresses = new Set(page.match(/https?:\/\/[^\s"'`<>\\)]*/g))
    for (const address of addresses)
      assert.match(address, /^http:\/\/www\.w3\.org\//, 'only names of namespaces')
    assert.deepEqual(texts(page, '[src], link, iframe, object, embed, base'), [])
    assert.ok(!/@import|url\(/.test(/<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''))
  })

  test('its policy allows its own script and style, by their hashes', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? ''
    const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const script = /<script>(.*)<\/script>\n<\/body>/s.exec(page)?.[1] ?? ''
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''
    assert.ok(script.length > 1000 && style.length > 1000)
    assert.ok(policy.includes(`script-src ${hash(script)};`))
    assert.ok(policy.includes(`style-src ${hash(style)};`))
    assert.match(policy, /^default-src 'none';/)
    assert.doesNotMatch(
      page.replace(script, ''),
      / style="| on\w+="/,
      'what the policy would refuse is not there',
    )
    assert.ok(!/<\/script|<!--/i.test(script))
  })

  test('names of strangers are text', () => {
    const name = '</script><img src=x onerror=alert(1)>\u2028"\'&amp;</title></style>'
    const hostile: Report = {
      title: name,
      intro: [name],
      facts: [[name, name]],
      sections: Array.from({ length: 4 }, () => ({
        title: name,
        paragraphs: [name],
        tables: [
          {
            ...table,
            title: name,
            columns: [{ title: name, align: 'left' }],
            rows: [[{ text: name, bold: true }]],
            notes: [name],
          },
        ],
        figures: [
          {
            ...ratioFigure,
            id: name,
            title: name,
            caption: name,
            series: [{ ...ratioFigure.series[0]!, name }],
          },
          { ...heatFigure, title: name, value: { label: name, unit: 'share' } },
          { ...rankFigure, title: name, entries: [{ name, rank: 1 }] },
        ],
      })),
      json: { [name]: name },
    }
    const html = reportHtml(hostile)
    assert.equal(html.match(/<\/script>/g)?.length, 3)
    assert.ok(!/<img|<\/script><i|\u2028(?=.*<\/script>)/.test(html))
    const document = parsed(html)
    assert.equal(document.querySelectorAll('img').length, 0)
    assert.equal(document.querySelector('h1')?.textContent, name)
    assert.deepEqual(JSON.parse(texts(html, '#results')[0]!), { [name]: name })
  })
})
