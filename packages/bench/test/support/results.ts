import { Random } from '@askance/core/internals'
import type { AlgorithmSpec, Protocol } from '../../src/protocol/protocol.js'
import type { Cell, Curve, Results, Run, Tried } from '../../src/results/results.js'

const algorithms: readonly AlgorithmSpec[] = [
  { name: 'D-AMD' },
  { name: 'MD' },
  { name: 'M-AMD' },
  { name: 'R-AMD' },
  { name: 'PAA-I' },
  { name: 'SOAL-diag' },
  { name: 'D-ADA', label: 'D-ADA (δ = 1)' },
  { name: 'PA-I' },
]

/** How far each is below the best at a tenth of the labels, and the lowest ratio it can have. */
const traits: Readonly<Record<string, { readonly gap: number; readonly lowest: number }>> = {
  'D-AMD': { gap: 0.03, lowest: 0 },
  'D-ADA (δ = 1)': { gap: 0.03, lowest: 0 },
  'M-AMD': { gap: 0.035, lowest: 0 },
  'PAA-I': { gap: 0.045, lowest: 0 },
  'SOAL-diag': { gap: 0.04, lowest: 0.142 },
  'R-AMD': { gap: 0.08, lowest: 0 },
  MD: { gap: 0.005, lowest: 0 },
  'PA-I': { gap: 0.012, lowest: 0 },
}

const tops: Readonly<Record<string, number>> = { basehock: 0.96, 'web (w8a)': 0.985, spam: 0.93 }
const items: Readonly<Record<string, number>> = { basehock: 1993, 'web (w8a)': 64700, spam: 4601 }

export const protocol: Protocol = {
  format: 1,
  title: 'A made-up comparison',
  sets: ['basehock', 'web (w8a)', 'url', 'spam'].map((name) => ({ name, source: { data: name } })),
  algorithms,
  ratios: [0.05, 0.1, 0.2, 0.35, 0.5],
  metric: 'accuracy',
  metrics: ['accuracy', 'f1', 'mistakes', 'queryRatio', 'updateRatio', 'time'],
  runs: 20,
  seed: 100,
  delay: 0,
  tuning: { method: 'exhaustive', folds: 5, score: 'online' },
  aimRuns: 3,
  curvePoints: 50,
}

const curveOf = (random: Random, set: string, accuracy: number, asked: number, time: number): Curve => {
  const count = items[set] ?? 1000
  const places = Array.from({ length: 50 }, (_, k) => Math.round(((k + 1) * count) / 50))
  const value = places.map((place) => accuracy - 0.3 * Math.exp((-4 * place) / count) + 0.3 * Math.exp(-4))
  return {
    items: places,
    asked: places.map((place) => Math.round(asked * place)),
    value,
    window: value.map((one) => Math.min(1, one + 0.02 * random.normal())),
    seconds: places.map((place) => (place * time) / 1e6),
  }
}

const runsOf = (set: string, algorithm: string, ratio: number): readonly Run[] =>
  Array.from({ length: protocol.runs }, (_, k) => {
    const seed = protocol.seed + k
    // What the permutation does is shared by all algorithms; the rest is each one's own.
    const shared = new Random(seed, set).normal()
    const random = new Random(seed, `${set} ${algorithm} ${ratio}`)
    const gap = (traits[algorithm]?.gap ?? 0) * (ratio === 1 ? 1 : (0.1 / ratio) ** 0.6)
    const accuracy = (tops[set] ?? 0.9) - gap + 0.004 * shared + 0.003 * random.normal()
    const queryRatio = ratio === 1 ? 1 : ratio * (1 + 0.02 * random.normal())
    const time = 2 + 8 * queryRatio + 0.1 * random.normal()
    return {
      seed,
      values: {
        accuracy,
        f1: accuracy - 0.01,
        mistakes: Math.round((1 - accuracy) * (items[set] ?? 1000)),
        queryRatio,
        updateRatio: queryRatio / 2,
        time,
      },
      curve: curveOf(random, set, accuracy, queryRatio, time),
    }
  })

/** 11 × 5 points, best first; the best has C = 1 and δ = 0.1. */
const triedOf = (): readonly Tried[] =>
  Array.from({ length: 11 }, (_, c) => 2 ** (c - 5))
    .flatMap((C) => [0.001, 0.01, 0.1, 1, 10].map((delta) => ({ C, delta })))
    .map(({ C, delta }) => ({
      parameters: { C, delta, dial: 0.5 },
      score: 0.9 - 0.01 * Math.abs(Math.log2(C)) - 0.02 * Math.abs(Math.log10(delta) + 1),
      folds: 5,
      ratio: 0.1,
      attainable: C < 32,
    }))
    .sort((a, b) => b.score - a.score)

const cellOf = (set: string, algorithm: string, ratio: number): Cell => {
  const lowest = set === 'basehock' ? (traits[algorithm]?.lowest ?? 0) : 0
  const reachable = ratio >= lowest
  const tried = algorithm === 'D-AMD' ? triedOf() : []
  return {
    set,
    algorithm,
    ratio,
    status: reachable ? 'reached' : 'unattainable',
    reached: reachable ? ratio : lowest,
    parameters: tried[0]?.parameters ?? { C: 1, dial: 0.5 },
    ...(ratio === 1 ? {} : { dial: 'dial' }),
    tried,
    runs: reachable ? runsOf(set, algorithm, ratio) : [],
  }
}

const made = { date: '2026-01-02', version: '0.1.0', node: '22.0.0', machine: 'none', seconds: 12 }

const factsOf = (name: string, count: number): Results['sets'][number] => ({
  name,
  items: count,
  features: 100,
  entries: 1000,
  classes: ['-1', '1'],
  counts: [1, count - 1],
  digest: `digest of ${name}`,
  notes: [],
})

/** Results like those of an experiment, without playing one: 3 sets, 8 algorithms, 5 ratios, 20 runs. */
export const madeUpResults = (): Results => {
  const names = algorithms.map(({ name, label }) => label ?? name)
  const supervised = ['MD', 'PA-I']
  const sets = Object.keys(tops)
  return {
    format: 1,
    protocol,
    made,
    sets: sets.map((name) => factsOf(name, items[name])),
    missing: [{ set: 'url', reason: 'the file is not in the folder of data sets' }],
    cells: sets.flatMap((set) =>
      names.flatMap((name) =>
        (supervised.includes(name) ? [1] : protocol.ratios).map((ratio) => cellOf(set, name, ratio)),
      ),
    ),
  }
}

/** A small experiment with given values of the metric: by set, algorithm, then ratio, one number a run. */
export type Given = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<number, readonly number[]>>>>>
>

/** Results with just these values. An empty list is a cell that cannot be reached: the lowest ratio is 14.17 %. */
export const resultsWith = (given: Given, changes: Partial<Protocol> = {}): Results => {
  const sets = Object.keys(given)
  const names = [...new Set(sets.flatMap((set) => Object.keys(given[set])))]
  const metric = changes.metric ?? 'accuracy'
  const cells = sets.flatMap((set) =>
    Object.entries(given[set]).flatMap(([algorithm, byRatio]) =>
      Object.entries(byRatio).map(([ratio, values]): Cell => {
        const common = { set, algorithm, ratio: Number(ratio), parameters: {}, tried: [] }
        if (values.length === 0) return { ...common, status: 'unattainable', reached: 0.1417, runs: [] }
        const runs = values.map((value, k) => ({
          seed: 1 + k,
          values: { [metric]: value, queryRatio: Number(ratio) },
        }))
        return { ...common, status: 'reached', reached: Number(ratio), runs }
      }),
    ),
  )
  return {
    format: 1,
    made,
    protocol: {
      ...protocol,
      sets: sets.map((name) => ({ name, source: { data: name } })),
      algorithms: names.map((name) => ({ name })),
      metrics: [metric],
      ratios: [...new Set(cells.map(({ ratio }) => ratio))].filter((ratio) => ratio < 1),
      runs: Math.max(...cells.map(({ runs }) => runs.length)),
      seed: 1,
      ...changes,
    },
    sets: sets.map((name) => factsOf(name, 1000)),
    missing: [],
    cells,
  }
}
