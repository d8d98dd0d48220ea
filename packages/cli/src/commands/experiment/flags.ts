import { decisiveMetrics, defaultTuning, type Tuning } from '@askance/bench'
import type { Flags, FlagValues } from '../../command/declare.js'
import { cliError } from '../../errors.js'
import { dataDirFlag } from '../../stream/locate.js'

const data = { group: 'Data' } as const
const tuning = { group: 'Tuning' } as const
const work = { group: 'Work' } as const

/** How data is prepared. */
export const setFlags = {
  'data-dir': { ...data, ...dataDirFlag },
  scaling: {
    ...data,
    type: 'text',
    hint: 'HOW',
    choices: ['none', 'l2', 'max', 'binary', 'standardize', 'minmax'],
    defaultText: 'none',
    summary:
      'of rows: to length 1 (l2), to a largest value of 1 (max), to ones (binary); of columns: to mean 0 and deviation 1 (standardize), to −1 … 1 (minmax)',
  },
  intercept: {
    ...data,
    type: 'text',
    hint: 'VALUE|auto',
    alone: 'auto',
    summary: 'adds a constant feature; auto is a fifth of the usual length of a row',
  },
  order: {
    ...data,
    type: 'text',
    choices: ['shuffled', 'given'],
    defaultText: 'shuffled',
    summary: 'a new order for every run, or always that of the data',
  },
  positive: {
    ...data,
    type: 'text',
    hint: 'LABEL',
    defaultText: 'the last class',
    summary: 'of two classes the one that precision, recall and F1 speak of',
  },
  limit: { ...data, type: 'whole', hint: 'N', min: 1, summary: 'only the first N items' },
} as const satisfies Flags

/** How parameters are chosen. */
export const tuningFlags = {
  exhaustive: {
    ...tuning,
    type: 'switch',
    summary: 'every point of the grid plays every fold, instead of the better third from fold to fold',
  },
  folds: {
    ...tuning,
    type: 'whole',
    hint: 'N',
    min: 2,
    max: 100,
    defaultText: '5',
    summary: 'of cross-validation',
  },
  score: {
    ...tuning,
    type: 'text',
    choices: ['online', 'held-out'],
    defaultText: 'online',
    summary: 'what counts: the metric of the pass over the training folds, or on the fold left out after it',
  },
  grid: {
    ...tuning,
    type: 'text',
    hint: '[ALGORITHM:]NAME=V,…',
    repeated: true,
    defaultText: 'those of `askance algorithms NAME`',
    summary: 'the values of a parameter to try, for every algorithm that has it or for one; may be repeated',
  },
  params: {
    ...tuning,
    type: 'text',
    hint: '[ALGORITHM:]NAME=V,…',
    repeated: true,
    summary: 'parameters that are fixed and not tuned; may be repeated',
  },
} as const satisfies Flags

export const metricFlag = {
  type: 'text',
  hint: 'NAME',
  choices: decisiveMetrics,
  defaultText: 'f1 if all data has two classes, else accuracy',
  summary: 'what parameters are chosen for, and algorithms ranked by',
} as const

/** How often and by which chance it is played; each command says the group. */
export const playFlags = {
  runs: { type: 'whole', hint: 'N', min: 1, max: 100_000, summary: 'how often everything is played' },
  seed: { type: 'whole', hint: 'N', min: 0, max: 2 ** 40, summary: 'decides every order and coin' },
  quick: {
    type: 'switch',
    summary: 'a first look: 5 runs, 3 folds, a coarser grid, tuned on 10,000 items at most',
  },
} as const satisfies Flags

/** How the work is done; the result does not depend on it. */
export const workFlags = {
  threads: {
    ...work,
    type: 'whole',
    hint: 'N',
    min: 1,
    max: 1024,
    defaultText: 'one for each core',
    summary: 'how many threads compute',
  },
  cache: {
    ...work,
    type: 'file',
    hint: 'FILE',
    defaultText: 'askance/bench.jsonl in XDG_CACHE_HOME or ~/.cache',
    summary: 'where finished work is kept: what was stopped goes on, and nothing is computed twice',
  },
  'no-cache': { ...work, type: 'switch', summary: 'keeps nothing' },
} as const satisfies Flags

export type SetFlags = FlagValues<typeof setFlags>
type TuningFlags = FlagValues<typeof tuningFlags>
export type WorkFlags = FlagValues<typeof workFlags> & {
  readonly 'data-dir': string | undefined
  readonly quiet: boolean
}

/** How results are printed. */
export const resultFlags = {
  json: {
    group: 'Output',
    type: 'switch',
    summary: 'prints the results as one JSON document, and nothing else there',
  },
  quiet: { group: 'Output', type: 'switch', summary: 'shows the result only' },
} as const satisfies Flags

/** The words of a list like `D-AMD,PAA-II`. */
export const parseList = (flag: string, text: string): readonly string[] => {
  const words = text.split(',').map((word) => word.trim())
  if (words.some((word) => word === ''))
    throw cliError('usage/value', { flag, found: text, expected: 'a list like A,B' })
  return [...new Set(words)]
}

/** The shares of a list like `0.01,0.02`, rising. */
export const parseRatios = (flag: string, text: string): readonly number[] => {
  const ratios = parseList(flag, text).map(Number)
  if (!ratios.every((ratio) => ratio > 0 && ratio <= 1))
    throw cliError('usage/value', {
      flag,
      found: text,
      expected: 'shares above 0 up to 1, like 0.05,0.1',
    })
  return ratios.toSorted((a, b) => a - b)
}

/** How parameters are chosen, as the flags say. */
export const tuningFromFlags = (
  { exhaustive, folds, score }: TuningFlags,
  method: Tuning['method'] = defaultTuning.method,
): Tuning => ({
  method: exhaustive ? 'exhaustive' : method,
  folds: folds ?? defaultTuning.folds,
  score: score ?? defaultTuning.score,
})
