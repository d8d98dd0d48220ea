import type {
  CurrentQuality,
  Estimate,
  Gain,
  GainOverRandom,
  Interval,
  QualityEstimates,
} from '../quality/index.js'
import { count, counted, fixed } from './numbers.js'

/**
 * The name of the interval that is shown everywhere. The any-time interval of the API is for rules that act on it.
 *
 * @example
 * intervalName() // => '95 % interval for one moment chosen in advance'
 */
export const intervalName = (level = 0.95): string =>
  `${levelText(level)} interval for one moment chosen in advance`

const levelText = (level: number): string => `${fixed(100 * level, level > 0.99 ? 1 : 0)} %`

/** With fewer answers the coverage of intervals is not guaranteed. */
export const EARLY_ANSWERS = 20
/** A wider interval says too little for a value within it, or for a line in a chart: only its ends are shown. */
export const MAX_BAND = 0.4
/** An interval of a class that is wider than this is not shown at all. */
const WIDE = 0.5
/** Wider intervals have no decimals. */
const COARSE = 0.05

/** An estimate, also as the service sends it: without a value that is unknown. */
type Estimated = Omit<Estimate, 'value' | 'fromConfidence'> & {
  readonly value?: number | undefined
  readonly fromConfidence?: boolean | undefined
}

/** What to show of an estimate. */
interface EstimateDisplay {
  /**
   * `early`: too few answers for any number. `positives`: too few answers about the class. `unknown`: nothing is known. `wide`: only
   * `low` and `high` are set. `shown`: `value` is set too.
   */
  readonly state: 'early' | 'positives' | 'unknown' | 'wide' | 'shown'
  /** In percent, without the sign: `94`, `90`, `97`. */
  readonly value?: string
  readonly low?: string
  readonly high?: string
  /** Half the width, if value ± half is what the interval says and does not leave 0 to 100 %. */
  readonly half?: string
  /** Whether no answer was about the class, so that the value is what the confidence says. */
  readonly fromConfidence?: boolean
}

export interface DisplayOptions {
  /** The number of answers. */
  readonly answers: number
  /** Whether it is about one class, as precision, recall and F1 are. */
  readonly ofClass?: boolean
}

/**
 * The rules by which an estimated share is shown, by commands, the service, pages and reports: nothing before 20 answers; only low and
 * high if the interval is wider than 40 points; no number for a class whose interval is wider than 50 points; low and high between 0 and
 * 100 %; no decimals if the interval is wider than 5 points; ± only if it says the same as low and high. The interval is that for one
 * moment.
 *
 * @example
 * const interval = { low: 0.902, high: 0.968 }
 * const estimate = { value: 0.941, anyTime: interval, fixedTime: interval }
 * displayOf(estimate, { answers: 100 }).state // => 'shown'
 * displayOf(estimate, { answers: 100 }).value // => '94'
 * displayOf(estimate, { answers: 19 }).state // => 'early'
 * const wide = { value: 0.5, anyTime: interval, fixedTime: { low: 0.2, high: 0.9 } }
 * displayOf(wide, { answers: 50 }) // => { state: 'wide', low: '20', high: '90' }
 * displayOf(wide, { answers: 50, ofClass: true }).state // => 'positives'
 */
export const displayOf = (
  { value, fixedTime: { low, high }, fromConfidence }: Estimated,
  { answers, ofClass = false }: DisplayOptions,
): EstimateDisplay => {
  if (answers < EARLY_ANSWERS) return { state: 'early' }
  if (ofClass && (value === undefined || high - low > WIDE)) return { state: 'positives' }
  if (value === undefined && low <= 0 && high >= 1) return { state: 'unknown' }
  const digits = digitsFor({ low, high })
  const ends = { low: inPercent(low, digits), high: inPercent(high, digits) }
  if (value === undefined || high - low > MAX_BAND) return { state: 'wide', ...ends }
  const half = (high - low) / 2
  const isEven = Math.abs(value - (low + high) / 2) < 0.15 * half && value - half >= 0 && value + half <= 1
  return {
    state: 'shown',
    value: inPercent(value, digits),
    ...ends,
    ...(isEven && { half: (100 * half).toFixed(digits) }),
    ...(fromConfidence && { fromConfidence }),
  }
}

const digitsFor = ({ low, high }: Interval): number => (high - low > COARSE ? 0 : 1)

/** Never outside 0 to 100. */
const inPercent = (fraction: number, digits: number): string =>
  (100 * Math.min(1, Math.max(0, fraction))).toFixed(digits)

const states: Readonly<Record<Exclude<EstimateDisplay['state'], 'wide' | 'shown'>, string>> = {
  early: 'too early',
  positives: 'not enough positives yet',
  unknown: 'unknown',
}

/**
 * An estimate in words.
 *
 * @example
 * const interval = { low: 0.951, high: 0.983 }
 * estimateText({ value: 0.972, anyTime: interval, fixedTime: interval }, { answers: 300 }) // => '97.2 % (95.1–98.3 %)'
 * estimateText({ value: 0.6, anyTime: interval, fixedTime: { low: 0.3, high: 0.8 } }, { answers: 30 }) // => '30–80 %'
 */
export const estimateText = (estimate: Estimated, options: DisplayOptions): string => {
  const { state, value, low, high } = displayOf(estimate, options)
  if (state === 'shown') return `${value} % (${low}–${high} %)`
  return state === 'wide' ? `${low}–${high} %` : states[state]
}

/**
 * The value of an estimate alone, for a table that has its interval in another column.
 *
 * @example
 * const interval = { low: 0.3, high: 0.8 }
 * valueText({ value: 0.6, anyTime: interval, fixedTime: interval }, { answers: 30 }) // => '–'
 */
export const valueText = (estimate: Estimated, options: DisplayOptions): string => {
  const { state, value } = displayOf(estimate, options)
  if (state === 'shown') return `${value} %`
  return state === 'wide' ? '–' : states[state]
}

/** The accuracy of the model as it is, in the form of the other estimates. */
export const currentEstimate = ({
  accuracy: { value, low, high },
}: {
  readonly accuracy: Interval & { readonly value?: number | undefined }
}) => ({ value, fixedTime: { low, high }, anyTime: { low, high } })

/** The main estimates in words, as all commands and pages show them. */
export interface QualityText {
  readonly accuracy: string
  /** Of the positive class, with two classes. */
  readonly f1: string
  readonly macroF1: string
  /** The accuracy of the model as it is. */
  readonly now: string
  /** What kind of interval these are. */
  readonly interval: string
}

/** The main estimates in words. */
export const qualityText = (
  { answers, accuracy, f1, macroF1 }: Pick<QualityEstimates, 'answers' | 'accuracy' | 'f1' | 'macroF1'>,
  now: CurrentQuality,
  level?: number,
): QualityText => ({
  accuracy: estimateText(accuracy, { answers }),
  f1: estimateText(f1, { answers, ofClass: true }),
  macroF1: estimateText(macroF1, { answers, ofClass: true }),
  now: estimateText(currentEstimate(now), { answers }),
  interval: intervalName(level),
})

/**
 * A range of shares.
 *
 * @example
 * rangeText({ low: 0.902, high: 1.04 }) // => '90–100 %'
 */
export const rangeText = (interval: Interval): string => {
  const digits = digitsFor(interval)
  return `${inPercent(interval.low, digits)}–${inPercent(interval.high, digits)} %`
}

/**
 * How often two people gave the same answer to an audit, as a sentence. It has an interval by the rules for all estimates.
 *
 * @example
 * const interval = { low: 0.699, high: 0.972 }
 * agreementText(20, 18, { value: 0.9, anyTime: interval, fixedTime: interval }) // => 'Labellers agree on 18 of 20 checks: 90 % (70–97 %).'
 * agreementText(1, 1, { value: 1, anyTime: interval, fixedTime: interval }) // => 'Labellers agree on 1 of 1 check.'
 */
export const agreementText = (answered: number, agreed: number, agreement: Estimated): string => {
  const said = `Labellers agree on ${count(agreed)} of ${counted(answered, 'check')}`
  return answered < EARLY_ANSWERS ? `${said}.` : `${said}: ${estimateText(agreement, { answers: answered })}.`
}

/**
 * The difference to random asking, as a sentence. It claims a difference only if the whole interval is on one side of 0.
 *
 * @example
 * const estimate = (low: number, value: number, high: number) => ({ value, anyTime: { low, high }, fixedTime: { low, high } })
 * const gain = { labels: 300, accuracy: estimate(0.004, 0.021, 0.038) }
 * gainOverRandomText(gain) // => 'With 300 labels, accuracy is 2.1 points higher than with random asking (0.4 to 3.8).'
 * const unclear = { labels: 300, accuracy: estimate(-0.01, 0.012, 0.03) }
 * gainOverRandomText(unclear) // => 'With 300 labels, no clear difference to random asking: −1.0 to 3.0 points of accuracy.'
 */
export const gainOverRandomText = ({
  labels,
  accuracy,
}: Pick<GainOverRandom, 'labels' | 'accuracy'>): string => {
  const { value = 0, fixedTime } = accuracy
  const [low, high] = [points(fixedTime.low), points(fixedTime.high)]
  const after = `With ${count(labels)} labels`
  if (fixedTime.low > 0)
    return `${after}, accuracy is ${points(value)} points higher than with random asking (${low} to ${high}).`
  if (fixedTime.high < 0)
    return `${after}, accuracy is ${points(-value)} points lower than with random asking (${low} to ${high}).`
  return `${after}, no clear difference to random asking: ${low} to ${high} points of accuracy.`
}

const points = (fraction: number): string => fixed(100 * fraction, 1)

/**
 * What more labels would bring, as a sentence.
 *
 * @example
 * const gain = { labels: 300, per: 100, gain: 0.003, upper: 0.0081, level: 0.95, rising: false, stop: true }
 * gainText(gain) // => '100 more labels would raise accuracy by at most 0.8 points (95 %), by about 0.3.'
 * gainText({ ...gain, labels: 40, gain: undefined }) // => 'Too early to say what more labels would bring: 100 labels are needed.'
 */
export const gainText = ({ gain, upper, level, per, rising }: Gain): string => {
  if (gain === undefined) return 'Too early to say what more labels would bring: 100 labels are needed.'
  if (rising) return 'The error is rising: the stream may have changed, and more labels may help.'
  const most = fixed(100 * upper, 1)
  const about = Math.max(0, gain) >= 0.0005 ? `, by about ${fixed(100 * Math.min(gain, upper), 1)}` : ''
  return `${count(per)} more labels would raise accuracy by at most ${most} points (${levelText(level)})${about}.`
}
