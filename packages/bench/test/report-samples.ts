import type { Table } from '@askance/core/internals'
import type { Figure, HeatFigure, LineFigure, Point, RankFigure, Series } from '../src/report/figure.js'

// Figures and tables as a comparison would make them; the numbers are invented.

const ratios = [0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2, 0.32, 0.5, 0.8]

/** A curve that climbs from `start` to `end`; the bands shrink as labels come. */
const curve = (start: number, end: number, speed: number): Point[] =>
  ratios.map((x, k) => {
    const climbed = 1 - Math.exp(-speed * Math.log(x / 0.008))
    const wobble = Math.sin(k * 2.7 + start * 50) * 0.003
    const y = start + (end - start) * climbed + wobble
    const half = 0.026 * (1 - climbed * 0.8)
    return { x, y, low: y - half, high: y + half, note: '20 runs, η = 0.1' }
  })

const series: readonly Series[] = [
  { name: 'D-ADA', role: 'compared', points: curve(0.842, 0.963, 0.9) },
  { name: 'SOAL-diag', role: 'compared', points: curve(0.81, 0.96, 0.75) },
  { name: 'PAA-II', role: 'compared', points: curve(0.78, 0.957, 0.65) },
  { name: 'CBGZ second order', role: 'compared', points: curve(0.755, 0.95, 0.6) },
  { name: 'OGD-margin', role: 'compared', points: curve(0.74, 0.945, 0.45) },
  { name: 'R-ADA', role: 'random', points: curve(0.7, 0.96, 0.42) },
  {
    name: 'D-ADA (paper)',
    role: 'paper',
    points: [0.01, 0.05, 0.12, 0.5].map((x, k) => ({ x, y: [0.853, 0.935, 0.949, 0.962][k]! })),
  },
  { name: 'ADA, every label', role: 'supervised', points: [{ x: 1, y: 0.968 }] },
]

export const ratioFigure: LineFigure = {
  kind: 'lines',
  id: 'ratio-basehock',
  title: 'F1 against the share of labels asked for, basehock',
  caption: 'Mean of 20 runs with the same permutations; the bands are ± one standard deviation.',
  x: { label: 'share of labels asked for', scale: 'log', unit: 'share' },
  y: { label: 'F1', scale: 'linear', unit: 'share' },
  series,
}

/** Long learning curves: many points, plain numbers. */
export const learningFigure: LineFigure = {
  kind: 'lines',
  id: 'learning-basehock',
  title: 'Mistakes as the stream goes on',
  caption: 'Cumulative mistakes, mean of 20 runs.',
  x: { label: 'items seen', scale: 'linear', unit: 'number' },
  y: { label: 'mistakes', scale: 'linear', unit: 'number' },
  series: ['D-ADA', 'SOAL-diag', 'R-ADA'].map((name, s) => ({
    name,
    role: name.startsWith('R-') ? 'random' : 'compared',
    points: Array.from({ length: 60 }, (_, k) => ({
      x: (k + 1) * 200,
      y: (12 + 7 * s) * Math.sqrt(k + 1) + 2 * s * k,
    })),
  })),
}

const exponents = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]

export const heatFigure: HeatFigure = {
  kind: 'heat',
  id: 'parameters-d-ada',
  title: 'How much the parameters of D-ADA matter',
  caption: 'F1 at 10 % of the labels, mean of 5 runs; a dash is a run that did not end.',
  x: { label: 'smoothing b', values: exponents.map((k) => 10 ** k) },
  y: { label: 'step size η', values: exponents.map((k) => 10 ** k) },
  value: { label: 'F1', unit: 'share', better: 'up' },
  cells: exponents.map((y) =>
    exponents.map((x) =>
      y > 3 && x < -2 ? null : 0.58 + 0.37 * Math.exp(-((x - 1) ** 2 / 14 + (y + 1) ** 2 / 9)),
    ),
  ),
}

const ranks = {
  'D-ADA': 1.43,
  'SOAL-diag': 2.36,
  'PAA-II': 3.07,
  CBGZ: 3.93,
  'OGD-margin': 4.86,
  'R-ADA': 5.79,
  RPE: 6.57,
}

export const rankFigure: RankFigure = {
  kind: 'ranks',
  id: 'ranks',
  title: 'Average ranks over 14 data sets',
  caption: 'F1 at 10 % of the labels. Bars join what the Nemenyi test cannot tell apart at 5 %.',
  difference: 2.41,
  entries: Object.entries(ranks).map(([name, rank]) => ({ name, rank })),
  cliques: [
    ['D-ADA', 'SOAL-diag', 'PAA-II'],
    ['SOAL-diag', 'PAA-II', 'CBGZ'],
    ['PAA-II', 'CBGZ', 'OGD-margin'],
    ['CBGZ', 'OGD-margin', 'R-ADA'],
    ['OGD-margin', 'R-ADA', 'RPE'],
  ],
}

export const figures: readonly Figure[] = [ratioFigure, learningFigure, heatFigure, rankFigure]

const cell = (mean: number, deviation: number, bold = false) => ({
  text: `${mean.toFixed(1)} ± ${deviation.toFixed(1)}`,
  value: mean / 100,
  deviation: deviation / 100,
  bold,
})

export const table: Table = {
  id: 'basehock-10',
  title: 'F1 in percent, basehock',
  columns: [
    { title: 'Algorithm', align: 'left' },
    { title: '5 %', align: 'right' },
    { title: '10 %', align: 'right' },
    { title: '20 %', align: 'right' },
    { title: 'Labels for 93 %', align: 'right' },
    { title: 'Time a run', align: 'right' },
  ],
  rows: [
    [
      { text: 'D-ADA' },
      cell(93.5, 0.6, true),
      cell(94.8, 0.5, true),
      cell(95.5, 0.4, true),
      { text: '381' },
      { text: '0.9 s' },
    ],
    [
      { text: 'SOAL-diag' },
      cell(92.1, 0.7),
      cell(93.8, 0.6),
      cell(94.8, 0.5),
      { text: '655' },
      { text: '1.4 s' },
    ],
    [
      { text: 'PAA-II' },
      cell(91, 0.9),
      cell(93.1, 0.7),
      cell(95.2, 0.6, true),
      { text: '902' },
      { text: '0.5 s' },
    ],
    [
      { text: 'R-ADA' },
      cell(88, 1.3),
      cell(91.4, 1.1),
      cell(93.5, 0.9),
      { text: '1,525' },
      { text: '0.8 s' },
    ],
  ],
  notes: [
    'Bold: the best of a column and all that do not differ significantly from it (paired t-test, 5 %).',
    'Mean ± standard deviation of 20 runs.',
  ],
}
