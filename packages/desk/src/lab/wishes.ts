import type { MetricName } from '@askance/bench'
import { numberFrom } from '../parts/typed.js'
import { say } from '../words/say.js'
import type { Facts, RunSpec, Tuning } from './engine/messages.js'

/** How to compare, as it is typed and chosen. Numbers are texts. */
export interface Wishes {
  readonly runs: string
  /** In percent, with commas between. */
  readonly shares: string
  readonly metric: MetricName
  readonly tuning: Tuning
  readonly seed: string
  /** Empty for all. */
  readonly rows: string
  /** Of two classes the one that is looked out for. */
  readonly positive: string
}

export type WishField = 'runs' | 'shares' | 'seed' | 'rows'

/** What is wrong, by field. */
export type WishFaults = ReadonlyMap<WishField, string>

/** Of a longer file so many rows are enough for a first look. */
const USUAL_ROWS = 20_000
const MOST_RUNS = 100
const MOST_SHARES = 20
const MOST_SEED = 2 ** 40
const FEWEST_ROWS = 20

export const usualWishes = ({ items, metric, tuning, positive }: Facts): Wishes => ({
  runs: '5',
  shares: '1, 2, 5, 10, 20, 50',
  metric,
  tuning,
  seed: '1',
  rows: items > USUAL_ROWS ? String(USUAL_ROWS) : '',
  positive,
})

/** What can be measured where there are so many classes. */
export const metricsFor = (classes: number): readonly MetricName[] =>
  classes > 2
    ? ['accuracy', 'macroF1', 'mistakes']
    : ['f1', 'accuracy', 'macroF1', 'precision', 'recall', 'mistakes']

/** What a metric is about: some speak of one class alone. */
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
 * Shares from percents with commas between, rising; what is no number is not a number.
 *
 * @example
 * sharesFrom('10, 2.5 %,') // => [0.025, 0.1]
 * sharesFrom('ten') // => [NaN]
 */
export const sharesFrom = (text: string): readonly number[] =>
  text
    .split(/[,;]/)
    .map((part) => part.replace('%', '').trim())
    .filter((part) => part !== '')
    .map((part) => Number((numberFrom(part) / 100).toPrecision(12)))
    .sort((a, b) => a - b)

const wholeFrom = (text: string): number => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN)

const wholeFault = (text: string, least: number, most: number): string | undefined => {
  const value = wholeFrom(text)
  return value >= least && value <= most ? undefined : say('lab.fault.whole', { least, most })
}

const sharesFault = (text: string): string | undefined => {
  const shares = sharesFrom(text)
  if (shares.length === 0 || !shares.every((share) => share > 0 && share <= 1)) return say('lab.fault.shares')
  if (new Set(shares).size < shares.length) return say('lab.fault.twice')
  return shares.length > MOST_SHARES ? say('lab.fault.many', { most: MOST_SHARES }) : undefined
}

export const wishFaults = ({ runs, shares, seed, rows }: Wishes): WishFaults => {
  const found: readonly (readonly [WishField, string | undefined])[] = [
    ['runs', wholeFault(runs, 1, MOST_RUNS)],
    ['shares', sharesFault(shares)],
    ['seed', wholeFault(seed, 0, MOST_SEED)],
    ['rows', rows.trim() === '' ? undefined : wholeFault(rows, FEWEST_ROWS, 2 ** 31)],
  ]
  return new Map(found.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault] as const])))
}

/** How many rows of the file are played. */
export const rowsOf = ({ rows }: Wishes, items: number): number =>
  rows.trim() === '' ? items : Math.min(items, wholeFrom(rows))

/** The run that is wished for. What is as in the file is left out. */
export const specFrom = (wishes: Wishes, algorithms: readonly string[], facts: Facts): RunSpec => {
  const rows = rowsOf(wishes, facts.items)
  return {
    algorithms,
    ratios: sharesFrom(wishes.shares),
    runs: wholeFrom(wishes.runs),
    seed: wholeFrom(wishes.seed),
    tuning: wishes.tuning,
    metric: wishes.metric,
    ...(rows < facts.items && { rows }),
    ...(wishes.positive !== facts.positive && { positive: wishes.positive }),
  }
}
