import { decisiveMetrics, defaultTuning, isMetricFor, type Tuning } from '@askance/bench'
import type { Costs } from '@askance/core'
import type { Flags, FlagValues } from '../../command/declare.js'
import { cliError } from '../../errors.js'
import { dataDirFlag } from '../../stream/locate.js'
import { readerFlags } from '../../stream/reader.js'
import { algorithmNames } from '../algorithms.js'
import { combinationFlags } from '../combination.js'
import { scalingFlag } from '../scaling.js'

const data = { group: 'Data' } as const
const tuning = { group: 'Tuning' } as const
const work = { group: 'Work' } as const

/** Flags for preparing data. */
export const setFlags = {
  'data-dir': { ...data, ...dataDirFlag },
  'label-column': { ...readerFlags['label-column'], ...data, summary: 'column or key of the label' },
  scaling: { ...data, ...scalingFlag },
  intercept: {
    ...data,
    type: 'text',
    hint: 'VALUE|auto',
    alone: 'auto',
    summary: 'add a constant feature; auto uses a fifth of the typical row length',
  },
  order: {
    ...data,
    type: 'text',
    choices: ['shuffled', 'given'],
    defaultText: 'shuffled',
    summary: 'a new random order for each run, or the order of the data',
  },
  positive: {
    ...data,
    type: 'text',
    hint: 'LABEL',
    defaultText: 'the last class',
    summary: 'the positive class, for precision, recall and F1',
  },
  limit: { ...data, type: 'whole', hint: 'N', min: 1, summary: 'use only the first N items' },
} as const satisfies Flags

/** Flags for tuning parameters. */
export const tuningFlags = {
  exhaustive: {
    ...tuning,
    type: 'switch',
    summary: 'evaluate every grid point on every fold, instead of keeping the better third after each fold',
  },
  folds: {
    ...tuning,
    type: 'whole',
    hint: 'N',
    min: 2,
    max: 100,
    defaultText: '5',
    summary: 'number of cross-validation folds',
  },
  score: {
    ...tuning,
    type: 'text',
    choices: ['online', 'held-out'],
    defaultText: 'online',
    summary: 'where the metric is measured: online over the training folds, or on the held-out fold',
  },
  grid: {
    ...tuning,
    type: 'text',
    hint: '[ALGORITHM:]NAME=V,…',
    repeated: true,
    defaultText: 'see `askance algorithms NAME`',
    summary: 'values of a parameter to try, for one algorithm or for all that have it; repeatable',
  },
  params: {
    ...tuning,
    type: 'text',
    hint: '[ALGORITHM:]NAME=V,…',
    repeated: true,
    summary: 'fixed parameters, not tuned; repeatable',
  },
} as const satisfies Flags

export const metricFlag = {
  type: 'text',
  hint: 'NAME',
  choices: decisiveMetrics,
  defaultText: 'f1 for two classes, accuracy for more, microF1 with --multi-label, cost with --costs',
  summary: 'the metric for tuning and ranking',
} as const

/** The same for commands that read one label for an item. */
export const oneLabelMetricFlag = {
  ...metricFlag,
  choices: decisiveMetrics.filter((name) => isMetricFor(name, false)),
  defaultText: 'f1 for two classes, accuracy for more, cost with --costs',
} as const

export const costsFlag = {
  type: 'text',
  hint: 'A:B|balance',
  suggestions: ['balance', '10:1'],
  summary:
    'what a missed positive and a false alarm cost, for the metric cost; balance takes the shares of negatives and positives, so that both classes weigh the same',
} as const

/** Flags for runs and seeds; each command sets their group. */
export const playFlags = {
  runs: { type: 'whole', hint: 'N', min: 1, max: 100_000, summary: 'number of runs' },
  seed: { type: 'whole', hint: 'N', min: 0, max: 2 ** 40, summary: 'seed of all orders and coins' },
  quick: {
    type: 'switch',
    summary: 'a quick first result: at most 5 runs, 3 folds, a coarser grid, tuned on at most 10,000 items',
  },
} as const satisfies Flags

/** Flags for threads and cache, which do not affect the results. */
export const workFlags = {
  threads: {
    ...work,
    type: 'whole',
    hint: 'N',
    min: 1,
    max: 1024,
    defaultText: 'one per core',
    summary: 'number of worker threads',
  },
  cache: {
    ...work,
    type: 'file',
    writes: true,
    hint: 'FILE',
    defaultText: 'askance/bench.jsonl in XDG_CACHE_HOME or ~/.cache',
    summary: 'file for finished work; an interrupted command continues from it',
  },
  'no-cache': { ...work, type: 'switch', summary: 'do not cache' },
} as const satisfies Flags

export type SetFlags = FlagValues<typeof setFlags>
type TuningFlags = FlagValues<typeof tuningFlags>
export type WorkFlags = FlagValues<typeof workFlags> & {
  readonly 'data-dir': string | undefined
  readonly quiet: boolean
}

/** Flags for one algorithm, named or combined. */
export const oneAlgorithmFlags = {
  algorithm: {
    group: 'What',
    type: 'text',
    hint: 'NAME',
    suggestions: algorithmNames,
    defaultText: 'D-AMD for two classes, MD-AMD for more',
    summary: 'the algorithm; `askance algorithms NAME` lists its parameters',
  },
  learner: { group: 'What', ...combinationFlags.learner },
  rule: { group: 'What', ...combinationFlags.rule },
} as const satisfies Flags

/** Where to write the report. */
export const reportFlags = {
  output: {
    group: 'Output',
    type: 'file',
    writes: true,
    short: 'o',
    hint: 'DIR',
    summary:
      'write results.json, report.html, report.md, tables.csv, tables.tex and figures/*.svg to this folder',
  },
  html: {
    group: 'Output',
    type: 'file',
    writes: true,
    hint: 'FILE',
    summary: 'write the report as one HTML file',
  },
} as const satisfies Flags

/** Flags for output. */
export const resultFlags = {
  json: {
    group: 'Output',
    type: 'switch',
    summary: 'print the results as one JSON document',
  },
  quiet: { group: 'Output', type: 'switch', summary: 'print only the result' },
} as const satisfies Flags

/** Parses `10:1` or `balance`. */
export const parseCosts = (text: string): Costs => {
  if (text === 'balance') return text
  const [falseNegative = Number.NaN, falsePositive = Number.NaN, ...rest] = text
    .split(':')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const isSound = [falseNegative, falsePositive].every((cost) => Number.isFinite(cost) && cost >= 0)
  if (!isSound || rest.length > 0 || falseNegative + falsePositive === 0)
    throw cliError('usage/value', {
      flag: 'costs',
      found: text,
      expected: 'two costs such as 10:1 (a missed positive : a false alarm), or balance',
    })
  return { falseNegative, falsePositive }
}

/** Parses a list such as `D-AMD,PAA-II`. */
export const parseList = (flag: string, text: string): readonly string[] => {
  const words = text.split(',').map((word) => word.trim())
  if (words.some((word) => word === ''))
    throw cliError('usage/value', { flag, found: text, expected: 'a list such as A,B' })
  return [...new Set(words)]
}

/** Parses a list of fractions such as `0.01,0.02`, sorted. */
export const parseRatios = (flag: string, text: string): readonly number[] => {
  const ratios = parseList(flag, text).map(Number)
  if (!ratios.every((ratio) => ratio > 0 && ratio <= 1))
    throw cliError('usage/value', {
      flag,
      found: text,
      expected: 'fractions above 0 and at most 1, such as 0.05,0.1',
    })
  return ratios.toSorted((a, b) => a - b)
}

export const tuningFromFlags = (
  { exhaustive, folds, score }: TuningFlags,
  method?: Tuning['method'],
  base: Tuning = defaultTuning,
): Tuning => ({
  ...base,
  method: exhaustive ? 'exhaustive' : (method ?? base.method),
  folds: folds ?? base.folds,
  score: score ?? base.score,
})
