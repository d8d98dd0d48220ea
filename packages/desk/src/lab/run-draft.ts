import type { MetricName } from '@askance/bench'
import { parseNumber } from '../parts/parse-number.js'
import { say } from '../words/say.js'
import type { Facts, RunSpec, Tuning } from './engine/messages.js'

/** The run settings as typed. Numbers are strings. */
export interface RunDraft {
  readonly runs: string
  /** Percentages separated by commas. */
  readonly shares: string
  readonly metric: MetricName
  readonly tuning: Tuning
  readonly seed: string
  /** Empty means all. */
  readonly rows: string
  /** The positive class. */
  readonly positive: string
}

export type RunField = 'runs' | 'shares' | 'seed' | 'rows'

/** Errors by field. */
export type RunDraftErrors = ReadonlyMap<RunField, string>

/** Longer files are cut to this many rows by default. */
const DEFAULT_ROWS = 20_000
const MAX_RUNS = 100
const MAX_SHARES = 20
const MAX_SEED = 2 ** 40
const MIN_ROWS = 20

export const defaultRunDraft = ({ items, metric, tuning, positive }: Facts): RunDraft => ({
  runs: '3',
  shares: '1, 2, 5, 10, 20, 50',
  metric,
  tuning,
  seed: '1',
  rows: items > DEFAULT_ROWS ? String(DEFAULT_ROWS) : '',
  positive,
})

/** Metrics available for a number of classes. */
export const metricsFor = (classes: number): readonly MetricName[] =>
  classes > 2
    ? ['accuracy', 'macroF1', 'mistakes']
    : ['f1', 'accuracy', 'macroF1', 'precision', 'recall', 'mistakes']

/** Names a metric, with its class if it has one. */
export const metricName = (metric: MetricName, positive: string): string => {
  switch (metric) {
    case 'f1':
    case 'precision':
    case 'recall':
      return say(`lab.metric.${metric}Of`, { positive })
    case 'macroF1':
    case 'mistakes':
      return say(`lab.metric.${metric}`)
    default:
      return say('lab.metric.accuracy')
  }
}

/**
 * Parses comma-separated percentages into ascending shares; invalid parts become NaN.
 *
 * @example
 * parseShares('10, 2.5 %,') // => [0.025, 0.1]
 * parseShares('ten') // => [NaN]
 */
export const parseShares = (text: string): readonly number[] =>
  text
    .split(/[,;]/)
    .map((part) => part.replace('%', '').trim())
    .filter((part) => part !== '')
    .map((part) => Number((parseNumber(part) / 100).toPrecision(12)))
    .sort((a, b) => a - b)

const parseWhole = (text: string): number => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN)

const wholeError = (text: string, min: number, max: number): string | undefined => {
  const value = parseWhole(text)
  return value >= min && value <= max ? undefined : say('lab.error.whole', { min, max })
}

const sharesError = (text: string): string | undefined => {
  const shares = parseShares(text)
  if (shares.length === 0 || !shares.every((share) => share > 0 && share <= 1)) return say('lab.error.shares')
  if (new Set(shares).size < shares.length) return say('lab.error.twice')
  return shares.length > MAX_SHARES ? say('lab.error.many', { max: MAX_SHARES }) : undefined
}

export const validateRunDraft = ({ runs, shares, seed, rows }: RunDraft): RunDraftErrors => {
  const found: readonly (readonly [RunField, string | undefined])[] = [
    ['runs', wholeError(runs, 1, MAX_RUNS)],
    ['shares', sharesError(shares)],
    ['seed', wholeError(seed, 0, MAX_SEED)],
    ['rows', rows.trim() === '' ? undefined : wholeError(rows, MIN_ROWS, 2 ** 31)],
  ]
  return new Map(found.flatMap(([field, error]) => (error === undefined ? [] : [[field, error] as const])))
}

/** Number of rows to use. */
export const rowCount = ({ rows }: RunDraft, items: number): number =>
  rows.trim() === '' ? items : Math.min(items, parseWhole(rows))

/** Builds the run request and omits values that match the file. */
export const toRunSpec = (draft: RunDraft, algorithms: readonly string[], facts: Facts): RunSpec => {
  const rows = rowCount(draft, facts.items)
  return {
    algorithms,
    ratios: parseShares(draft.shares),
    runs: parseWhole(draft.runs),
    seed: parseWhole(draft.seed),
    tuning: draft.tuning,
    metric: draft.metric,
    ...(rows < facts.items && { rows }),
    ...(draft.positive !== facts.positive && { positive: draft.positive }),
  }
}
