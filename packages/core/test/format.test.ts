import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  csvCellFields,
  csvCells,
  csvTable,
  latexEscaped,
  latexTable,
  markdownTable,
  type Table,
  tableWidth,
  textTable,
  textTables,
  widthOf,
} from '../src/internals.js'

const table: Table = {
  id: 'accuracy-10',
  title: 'accuracy at 10 % of the labels',
  columns: [
    { title: 'algorithm', align: 'left' },
    { title: 'w8a %', align: 'right' },
    { title: 'asked %', align: 'right' },
  ],
  rows: [
    [
      { text: 'D-AMD' },
      { text: '92.62 ± 0.72 (1)', bold: true, value: 0.9262, deviation: 0.0072 },
      { text: '10.02 ± 0.31', value: 0.1002, deviation: 0.0031 },
    ],
    [{ text: 'A "b", c' }, { text: '91.10 ± 0.50 (2)', value: 0.911, deviation: 0.005 }, { text: '–' }],
  ],
  notes: ['Bold: the best.'],
}

/** A plain reader of RFC 4180. */
const parsed = (text: string): string[][] => {
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let quoted = false
  for (let k = 0; k < text.length; k++) {
    const c = text[k]
    if (quoted) {
      if (c !== '"') field += c
      else if (text[k + 1] === '"') {
        field += '"'
        k++
      } else quoted = false
    } else if (c === '"') quoted = true
    else if (c === ',' || c === '\n') {
      record.push(field)
      field = ''
      if (c === '\n') {
        records.push(record)
        record = []
      }
    } else if (c !== '\r' || text[k + 1] !== '\n') field += c
  }
  return records
}

describe('text', () => {
  test('columns are aligned, and a star stands behind bold text', () => {
    assert.equal(
      textTable(table),
      [
        'accuracy at 10 % of the labels',
        '',
        'algorithm             w8a %        asked %',
        '─────────  ─────────────────  ────────────',
        'D-AMD      92.62 ± 0.72 (1)*  10.02 ± 0.31',
        'A "b", c   91.10 ± 0.50 (2)              –',
        '',
        'Bold: the best.',
      ].join('\n'),
    )
  })

  test('emphasis takes the place of the star and does not count as width', () => {
    const lines = textTable(table, { emphasis: (text) => `\x1b[1m${text}\x1b[22m` }).split('\n')
    assert.equal(lines[4], 'D-AMD      \x1b[1m92.62 ± 0.72 (1)\x1b[22m  10.02 ± 0.31')
    assert.equal(lines[5], 'A "b", c   91.10 ± 0.50 (2)             –')
  })

  test('a wide table is broken into blocks that all name the rows', () => {
    const text = textTable(table, { width: 30 })
    for (const line of text.split('\n')) assert.ok(widthOf(line) <= 30, line)
    const blocks = text.split('\n\n')
    assert.equal(blocks.length, 4)
    assert.match(blocks[1], /^algorithm {13}w8a %/)
    assert.match(blocks[2], /^algorithm {7}asked %/)
    assert.ok(blocks.slice(1, 3).every((block) => block.includes('\nD-AMD') && block.includes('\nA "b", c')))
    assert.equal(tableWidth(table), 42)
    assert.equal(textTable(table, { width: 42 }), textTable(table))
    assert.notEqual(textTable(table, { width: 41 }), textTable(table))
  })

  test('characters of two places and of none are counted so', () => {
    assert.equal(widthOf('数据 ± é'.normalize('NFD')), 8)
    const wide = { ...table, rows: [[{ text: '数据' }, { text: '1' }, { text: '2' }], ...table.rows] }
    const lines = textTable(wide).split('\n')
    assert.equal(lines[4], '数据                      1              2')
    assert.equal(widthOf(lines[4]), widthOf(lines[6]))
  })

  test('notes and titles are wrapped', () => {
    const long = { ...table, notes: ['a note of several words that does not fit'] }
    assert.ok(textTable(long, { width: 20 }).endsWith('a note of several\nwords that does not\nfit'))
  })

  test('several tables follow each other', () => {
    assert.equal(textTables([table, table]), `${textTable(table)}\n\n\n${textTable(table)}\n`)
  })
})

describe('csv', () => {
  test('every cell comes back from the long form, with its bare numbers', () => {
    const [head, ...records] = parsed(csvCells([table, { ...table, id: 'b' }]))
    assert.deepEqual(head, [...csvCellFields])
    assert.equal(records.length, 8)
    const expected = ['accuracy-10', 'D-AMD', 'w8a %', '92.62 ± 0.72 (1)', '0.9262', '0.0072', 'true']
    assert.deepEqual(records[0], expected)
    assert.deepEqual(records[3], ['accuracy-10', 'A "b", c', 'asked %', '–', '', '', 'false'])
    assert.equal(records[7][0], 'b')
  })

  test('the wide form is the table as it is printed', () => {
    const odd = {
      ...table,
      rows: [[{ text: 'x\r\ny' }, { text: '1,5' }, { text: '' }], ...table.rows],
    }
    assert.deepEqual(parsed(csvTable(odd)), [
      table.columns.map(({ title }) => title),
      ...odd.rows.map((row) => row.map(({ text }) => text)),
    ])
    assert.ok(csvTable(odd).endsWith('–\r\n'))
  })

  test('all columns at the start that are aligned left name the row', () => {
    const columns = [{ title: 'set', align: 'left' as const }, ...table.columns]
    const rows = table.rows.map((row) => [{ text: 'w8a' }, ...row])
    const [, first] = parsed(csvCells([{ ...table, columns, rows }]))
    assert.deepEqual(first.slice(0, 3), ['accuracy-10', 'w8a / D-AMD', 'w8a %'])
  })
})

describe('LaTeX', () => {
  test('every special character is escaped', () => {
    assert.equal(
      latexEscaped('a_b & 5 % of $x #1 {y} \\z ~ ^ <|>'),
      'a\\_b \\& 5 \\% of \\$x \\#1 \\{y\\} \\textbackslash{}z \\textasciitilde{} \\textasciicircum{} \\textless{}\\textbar{}\\textgreater{}',
    )
    assert.equal(
      latexEscaped('92.62 ± 0.72, −1, χ², δ, µs'),
      '92.62 $\\pm$ 0.72, $-$1, $\\chi$$^2$, $\\delta$, $\\mu$s',
    )
    assert.equal(latexEscaped('[a]* -- b'), '{[}a]{*} -{}- b')
  })

  test('the table is a booktabs tabular with a caption and notes', () => {
    assert.equal(
      latexTable(table),
      [
        '\\begin{table}',
        '  \\centering',
        '  \\caption{accuracy at 10 \\% of the labels}',
        '  \\label{tab:accuracy-10}',
        '  \\begin{tabular}{lrr}',
        '    \\toprule',
        '    algorithm & w8a \\% & asked \\% \\\\',
        '    \\midrule',
        '    D-AMD & \\textbf{92.62 $\\pm$ 0.72 (1)} & 10.02 $\\pm$ 0.31 \\\\',
        '    A "b", c & 91.10 $\\pm$ 0.50 (2) & – \\\\',
        '    \\bottomrule',
        '  \\end{tabular}',
        '  \\par\\smallskip{\\footnotesize Bold: the best.}',
        '\\end{table}',
      ].join('\n'),
    )
  })
})

describe('Markdown', () => {
  test('pipes and marks are escaped, bold is bold, columns are aligned', () => {
    const odd = { ...table, rows: [[{ text: 'a|b_c*' }, { text: '1' }, { text: '<2>' }], table.rows[0]] }
    assert.equal(
      markdownTable(odd),
      [
        '### accuracy at 10 % of the labels',
        '',
        '| algorithm |                w8a % |      asked % |',
        '| :-------- | -------------------: | -----------: |',
        '| a\\|b\\_c\\* |                    1 |        \\<2\\> |',
        '| D-AMD     | **92.62 ± 0.72 (1)** | 10.02 ± 0.31 |',
        '',
        'Bold: the best.',
      ].join('\n'),
    )
  })
})
