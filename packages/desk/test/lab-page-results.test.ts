import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Comparison, LabRow, LabTable } from '../src/lab/engine/table.js'
import { assignLooks } from '../src/lab/look.js'
import { labCurves } from '../src/lab/results/curves.js'
import { comparisonFindings, labFindings } from '../src/lab/results/findings.js'
import { newStreamLink, tunedParameters } from '../src/lab/results/new-stream-link.js'
import { tableCsv } from '../src/lab/results/scores.js'
import { tunedSettings } from '../src/lab/results/settings.js'
import { createVerdict } from '../src/lab/results/verdict.js'
import { parseSuggestion } from '../src/streams/form/suggestion.js'
import { playedRun } from './lab-page-support.js'

const row = (name: string, role: LabRow['role'], means: readonly number[], labels?: number): LabRow => ({
  name,
  role,
  rank: role === 'supervised' ? undefined : 1,
  values: means.map((mean) => ({ runs: 5, mean, deviation: 0.01, leads: false })),
  random: role === 'compared' ? { name: 'R', pairs: [{ own: 0.88, random: 0.79 }, undefined] } : undefined,
  needed: labels === undefined ? undefined : { ratio: labels / 1000, labels, atMost: false },
  saving: undefined,
  seconds: 0.1,
})
const comparison = (ratio: number, difference: number, p: number, second = 'R'): Comparison => ({
  ratio,
  first: 'A',
  second,
  difference,
  low: difference - 0.01,
  high: difference + 0.01,
  p,
  runs: 5,
  won: difference > 0 ? 5 : 0,
})
const table = (change: Partial<LabTable> = {}): LabTable => ({
  metric: 'f1',
  items: 1000,
  ratios: [0.1, 0.2],
  runs: 5,
  goal: 0.9,
  rows: [
    row('A', 'compared', [0.9, 0.95], 84),
    row('R', 'random', [0.8, 0.9], 218),
    row('F', 'supervised', [0.955]),
  ],
  comparisons: [comparison(0.2, 0.05, 0.21)],
  gains: [comparison(0.1, 0.1, 0.001), comparison(0.2, 0.03, 0.01)],
  ...change,
})

/** Replaces non-breaking spaces. */
const plain = (text = ''): string => text.replaceAll('\u00a0', ' ')

describe('the verdict', () => {
  test('compares labels with random asking and shows the difference', () => {
    const { lead, more } = createVerdict(table()) ?? {}
    assert.deepEqual(
      { lead: plain(lead), more: plain(more) },
      {
        lead: 'A needs about 84 labels to reach F1 90.0; random asking needs about 220.',
        more: 'At 10 % of labels it is 10.0 points ± 1.0 ahead of random asking and wins 5 of 5 runs.',
      },
    )
  })

  test('reports no saving, an unreached goal and a single run', () => {
    const [a, r, f] = table().rows
    assert.ok(a && r && f)
    const lead = (own: Partial<LabRow>, random: Partial<LabRow> = {}) =>
      plain(createVerdict(table({ rows: [{ ...a, ...own }, { ...r, ...random }, f] }))?.lead)
    const needed = { ratio: 0.3, labels: 300, atMost: false }
    assert.match(lead({ needed }), /^No saving: A needs about 300/)
    assert.match(lead({}, { needed: undefined }), /does not reach it with 20 %/)
    assert.match(lead({ needed: undefined }), /does not reach F1 90.0 with 20 %/)
    assert.match(lead({ needed: { ...needed, labels: 20, atMost: true } }), /about 20 or fewer labels/)
    assert.match(createVerdict(table({ gains: [] }))?.more ?? '', /^One run/)
    const alone = [{ ...a, random: undefined }, f]
    assert.equal(createVerdict(table({ gains: [], rows: alone }))?.more, undefined)
    assert.match(
      createVerdict(table({ gains: [comparison(0.1, 0.005, 0.4)] }))?.more ?? '',
      /no clear difference from random asking/,
    )
    assert.match(createVerdict(table({ gains: [comparison(0.1, -0.05, 0.01)] }))?.more ?? '', /behind random/)
  })

  test('while it runs, compares the runs that both have at one share, and says if it is only one', () => {
    const [a, r] = table().rows
    assert.ok(a && r)
    const none = { goal: undefined, gains: [], comparisons: [] }
    const { lead, more } = createVerdict(table({ ...none, rows: [a, r] }), true) ?? {}
    assert.equal(plain(lead), 'With 10 % of the labels, A reaches F1 88.0; random asking reaches 79.0.')
    assert.match(more ?? '', /^This is from one run/)
    assert.match(createVerdict(table({ ...none, runs: 1 }), true)?.more ?? '', /^One run/)
    const alone = { ...a, random: undefined }
    assert.equal(createVerdict(table({ ...none, rows: [alone] }), true), undefined)
    assert.match(createVerdict(table({ ...none, rows: [alone] }))?.lead ?? '', /best mean rank/)
    // Only shares that both have are compared.
    const later = { ...a, random: { name: 'R', pairs: [undefined, { own: 0.95, random: 0.9 }] } }
    assert.match(plain(createVerdict(table({ ...none, rows: [later, r] }), true)?.lead), /^With 20 %/)
  })

  test('says nothing about shares that were not played', () => {
    const [a, r, f] = table().rows
    assert.ok(a && r && f)
    const never = { ...a, needed: undefined }
    const randomNever = { ...r, needed: undefined }
    const begun = <R extends LabRow>(one: R): R => ({ ...one, values: [one.values[0], undefined] })
    const lead = (rows: readonly LabRow[], isRunning: boolean) =>
      plain(createVerdict(table({ rows }), isRunning)?.lead)
    for (const rows of [
      [begun(never), r, f],
      [a, begun(randomNever), f],
    ])
      assert.match(lead(rows, true), /^With 10 % of the labels, A reaches/)
    assert.match(lead([never, r, f], true), /does not reach F1 90.0 with 20 %/)
    // A run that was stopped.
    assert.match(lead([begun(never), r, f], false), /does not reach F1 90.0 with 10 %/)
    assert.match(lead([a, begun(randomNever), f], false), /does not reach it with 10 %/)
    assert.match(lead([{ ...a, random: undefined }, f], false), /best mean rank/)
  })

  test('fewer errors are better', () => {
    const { more = '' } =
      createVerdict(table({ metric: 'mistakes', gains: [comparison(0.1, -20, 0.01)] })) ?? {}
    assert.match(more, /it is 20 ± 0 ahead of random/)
  })
})

describe('findings', () => {
  const empty = { cells: [], protocol: { algorithms: [], metric: 'f1' } } as never
  const titles = (change: Partial<LabTable>) => labFindings(table(change), empty).map(({ title }) => title)

  test('distinguishes an early gain, a lasting gain and no gain', () => {
    assert.equal(titles({})[0], 'The gain comes early.')
    assert.equal(
      titles({ gains: [comparison(0.1, 0.1, 0.01), comparison(0.2, 0.09, 0.01)] })[0],
      'Active learning helps.',
    )
    assert.equal(titles({ gains: [comparison(0.1, 0.1, 0.3)] })[0], 'No significant gain.')
    assert.equal(titles({ gains: [comparison(0.1, -0.1, 0.01)] })[0], 'Random asking does better.')
  })

  test('reports closeness to all labels only where it lasts', () => {
    const [, r, f] = table().rows
    assert.ok(r && f)
    const close = (means: readonly number[]) =>
      plain(labFindings(table({ rows: [row('A', 'compared', means), r, f] }), empty)[1]?.text)
    assert.match(close([0.9, 0.95]), /^From 20 % of labels on/)
    assert.match(close([0.95, 0.95]), /^From 10 % of labels on/)
    assert.match(close([0.95, 0.9]), /^At 20 % of labels A is 5.5 points below/)
  })

  test('compares neighbours in the direction of the better one', () => {
    const said = (one: Comparison) =>
      comparisonFindings(table({ comparisons: [one] })).map(({ title, text }) => plain(`${title} ${text}`))
    assert.match(
      said(comparison(0.2, 0.05, 0.21))[0] ?? '',
      /^A and R do not differ significantly at 20 % \(p = 0.21\)\.$/,
    )
    assert.match(said(comparison(0.2, -0.05, 0.004))[0] ?? '', /^R is ahead of A at 20 % by 5.0 points/)
  })
})

describe('the results of a run', () => {
  const spec = { algorithms: ['D-AMD', 'PAA-II'], ratios: [0.05, 0.1, 0.2], runs: 3, seed: 2 } as const

  test('curves contain every point of the engine', async () => {
    const { run, outcome, seen } = await playedRun({ ...spec, tuning: 'none' })
    assert.ok(run.planned)
    const looks = assignLooks(run.planned.algorithms, undefined)
    const { x, series, unfinished, yRange } = labCurves(run, run.planned, looks)
    assert.deepEqual(x, [0.05, 0.1, 0.2])
    assert.equal(unfinished, undefined)
    for (const { name, role, values } of outcome.table.rows) {
      const line = series.find(({ id }) => id === name)
      const means: readonly (number | null)[] = x.map(
        (_, k) => values[role === 'supervised' ? 0 : k]?.mean ?? null,
      )
      assert.deepEqual(line?.values, means)
      assert.equal(line?.low === undefined, role === 'supervised')
    }
    assert.ok(yRange && yRange[0] >= 0 && yRange[1] <= 1 && yRange[0] < yRange[1])
    for (const early of seen) {
      if (!early.planned) continue
      const { series: lines, unfinished: from } = labCurves(early, early.planned, looks)
      if (from === undefined) continue
      for (const { id, values } of lines)
        if (outcome.table.rows.find(({ name }) => name === id)?.role !== 'supervised')
          assert.ok(values.every((value, k) => value === null || (x[k] ?? 0) <= from))
    }
  })

  test('an untuned run has no settings and passes no parameters on', async () => {
    const { outcome, facts } = await playedRun({ ...spec, tuning: 'none' })
    assert.equal(tunedSettings(outcome.results, 'D-AMD', 0.1), undefined)
    assert.deepEqual(parseSuggestion(newStreamLink(outcome.results, 'D-AMD', facts, 'no')), {
      algorithm: 'D-AMD',
      classes: ['yes', 'no'],
    })
  })

  test('a tuned run has a heat map or bars, without the dial', async () => {
    const { outcome, facts } = await playedRun({ ...spec, tuning: 'quick', runs: 1 }, 120)
    const { results } = outcome
    const two = tunedSettings(results, 'D-AMD', 0.1)
    const cell = results.cells.find(({ algorithm, ratio }) => algorithm === 'D-AMD' && ratio === two?.ratio)
    assert.ok(two?.y && cell)
    assert.equal(two.cells.filter(({ isBest }) => isBest).length, 1)
    const best = two.cells.find(({ isBest }) => isBest)
    assert.equal(best?.x, cell.parameters[two.x.parameter])
    assert.equal(best?.score, Math.max(...two.cells.map(({ score }) => score)))
    assert.equal(tunedSettings(results, 'PAA-II', 0.1)?.y, undefined)
    assert.equal(cell.dial, 'smoothing')
    assert.deepEqual(Object.keys(tunedParameters(results, 'D-AMD')).sort(), ['ridge', 'stepSize'])
    const { parameters, classes } = parseSuggestion(newStreamLink(results, 'D-AMD', facts, 'yes'))
    assert.deepEqual(parameters, tunedParameters(results, 'D-AMD'))
    assert.deepEqual(classes, ['no', 'yes'])
  })

  test('the CSV has one line per algorithm and equal field counts', async () => {
    const { outcome } = await playedRun({ ...spec, tuning: 'none' })
    const lines = tableCsv(outcome.table).trimEnd().split('\n')
    assert.equal(lines.length, outcome.table.rows.length + 1)
    assert.equal(new Set(lines.map((line) => line.split(',').length)).size, 1)
    assert.ok(lines[0]?.includes('F1 at 5 %'))
    const [name, , , mean] = lines[1]?.split(',') ?? []
    assert.equal(Number(mean), outcome.table.rows.find((one) => one.name === name)?.values[0]?.mean)
  })
})
