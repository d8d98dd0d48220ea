import type { Estimate, MultiLabelQuality, Quality } from '@askance/core'
import type { Drifted } from '@askance/core/internals'
import type { Counts, PointRecord } from '../store/records.js'
import { type Advice, adviceOn } from './advice.js'
import type { ObservedEvent, StreamClassifier, StreamEvent } from './classifier.js'
import { labelsIn } from './label-values.js'

/** A point is added after so many items or answers. A long stream needs fewer points, and each computes estimates. */
const ITEMS_A_POINT = 100
const MAX_ITEMS_A_POINT = 1000
const SHARE_A_POINT = 0.02
const ANSWERS_A_POINT = 20

const itemsAPoint = (items: number): number =>
  Math.min(MAX_ITEMS_A_POINT, Math.max(ITEMS_A_POINT, SHARE_A_POINT * items))
const MAX_ALARMS = 100

/** Upper bounds of the answer time histogram in milliseconds. */
const DELAYS = [10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000]

interface Alarm {
  readonly t: number
  readonly time: number
  readonly kind: string
  readonly strength: number
}

interface Delay {
  count: number
  sum: number
}

/** An estimate with its any-time interval, and with that for one moment, which is shown. */
interface Band {
  readonly value: number | null
  readonly low: number
  readonly high: number
  readonly fixedTime: { readonly low: number; readonly high: number }
}

/** The state of a stream after some item, cumulative. The keys are part of the store. */
export interface Point {
  readonly t: number
  readonly time: number
  readonly counts: Counts
  /** With several labels for an item: the share of pairs of an item and a class that are right. */
  readonly accuracy: Band
  /** F1 of the positive class; macro F1 with more than two classes or several labels for an item. */
  readonly f1: Band
  readonly recentAccuracy: Band
  /** How much more accurate the predictions are than with random asking and as many labels. */
  readonly overRandom?: Band
  /** The latest drift alarms. */
  readonly drift: readonly Alarm[]
  /** In a multi-label stream: how many questions can be asked about an item, one for each class. */
  readonly perItem?: number
  /** Predictions by class. */
  readonly classes: Readonly<Record<string, number>>
  /** The number of answers and their total time in milliseconds. */
  readonly delay: Readonly<Delay>
  /** Histogram of answer times: below 10 s, 1 min, 10 min, 1 h, 6 h, 1 day, and above. */
  readonly delays: readonly number[]
  /** Questions by reason. */
  readonly reasons: Readonly<Record<string, number>>
}

/** Collects statistics and produces the points of the curve. */
export class Curve {
  #items = 0
  #answers = 0
  #drift: Alarm[] = []
  #alarms = 0
  /** The number of alarms in the last point. */
  #reportedAlarms = 0
  #predicted = new Map<string, number>()
  #delay: Delay = { count: 0, sum: 0 }
  #delays = noDelays()
  #reasons = new Map<string, number>()
  /** Whether the log says that more labels are unlikely to help. */
  #isStopAdvised = false

  get alarms(): number {
    return this.#alarms
  }

  /** The number of predictions of a class. */
  predicted(label: string): number {
    return this.#predicted.get(label) ?? 0
  }

  /** `asked` is the time of the question that an event is about. */
  take(event: StreamEvent, items: number, asked: number | undefined): void {
    if (event.type === 'observed' || event.type === 'chosen') this.#observed(event)
    else if (event.type === 'drifted') this.#drifted(event, items)
    else if (event.type === 'answered' && asked !== undefined) this.#answered(Math.max(0, event.time - asked))
  }

  /** Counts predictions that are in no event of their own. */
  predictedIn(labels: readonly string[]): void {
    for (const label of labels) this.#predicted.set(label, this.predicted(label) + 1)
  }

  #observed({ predicted, asked, reason = 'audit' }: Omit<ObservedEvent, 'type' | 'trace'>): void {
    this.predictedIn(labelsIn(predicted))
    if (asked) this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1)
  }

  #answered(delay: number): void {
    this.#delay.count++
    this.#delay.sum += delay
    const longer = DELAYS.filter((bound) => delay >= bound).length
    this.#delays[longer] = (this.#delays[longer] ?? 0) + 1
  }

  #drifted({ time, kind, strength }: Drifted, items: number): void {
    this.#alarms++
    this.#drift.push({ t: items, time, kind, strength })
    if (this.#drift.length > MAX_ALARMS) this.#drift.shift()
  }

  advised(stop: boolean): void {
    this.#isStopAdvised = stop
  }

  /** The next point after a page, if one is due, and the advice if it has changed. */
  next(classifier: StreamClassifier, time: number): NextPoint | undefined {
    if (!this.#isDue(classifier)) return undefined
    const quality = classifier.estimates()
    const point = this.#pointOf(classifier, quality, time)
    const advice = adviceOn(classifier, quality)
    this.#begin(classifier)
    return {
      point: { t: point.t, time, point: JSON.stringify(point) },
      ...(advice.stop !== this.#isStopAdvised && { advice }),
    }
  }

  /** Marks the end of a replayed page, whose point is already in the store. */
  pass(classifier: StreamClassifier): void {
    if (this.#isDue(classifier)) this.#begin(classifier)
  }

  #isDue(classifier: StreamClassifier): boolean {
    return (
      classifier.counts.items - this.#items >= itemsAPoint(this.#items) ||
      Math.abs(this.#answersIn(classifier) - this.#answers) >= ANSWERS_A_POINT ||
      this.#alarms > this.#reportedAlarms
    )
  }

  #begin(classifier: StreamClassifier): void {
    this.#reportedAlarms = this.#alarms
    this.#items = classifier.counts.items
    this.#answers = this.#answersIn(classifier)
  }

  /** The counts of a multi-label classifier have an answer once for each class asked about. */
  #answersIn({ multiLabel, counts }: StreamClassifier): number {
    return multiLabel ? this.#delay.count : counts.answers
  }

  #pointOf(classifier: StreamClassifier, quality: AnyQuality, time: number): Point {
    return {
      t: classifier.counts.items,
      time,
      counts: classifier.counts,
      ...bandsOf(classifier, quality),
      ...(classifier.multiLabel && { perItem: classifier.classes.length }),
      drift: this.#drift,
      classes: Object.fromEntries(this.#predicted),
      delay: this.#delay,
      delays: this.#delays,
      reasons: Object.fromEntries(this.#reasons),
    }
  }

  save(): unknown {
    const saved: Saved = [
      this.#items,
      this.#answers,
      this.#drift,
      this.#alarms,
      this.#reportedAlarms,
      [...this.#predicted],
      this.#delay,
      this.#delays,
      [...this.#reasons],
      this.#isStopAdvised,
    ]
    return saved
  }

  load(saved: unknown): void {
    const [items, answers, drift, alarms, reportedAlarms, predicted, delay, delays, reasons, stop] =
      saved as Saved
    this.#items = items
    this.#answers = answers
    this.#drift = drift
    this.#alarms = alarms
    this.#reportedAlarms = reportedAlarms
    this.#predicted = new Map(predicted)
    this.#delay = delay
    this.#delays = delays ?? noDelays()
    this.#reasons = new Map(reasons)
    this.#isStopAdvised = stop ?? false
  }
}

/** An empty histogram of answer times. */
export const noDelays = (): number[] => Array.from({ length: DELAYS.length + 1 }, () => 0)

type AnyQuality = Quality | MultiLabelQuality

/** A point of the curve, and the advice on labels if it has changed. */
interface NextPoint {
  readonly point: PointRecord
  readonly advice?: Advice
}

/** Older snapshots have no delays and reasons: these are then counted from there on. */
type Saved = [
  items: number,
  answers: number,
  drift: Alarm[],
  alarms: number,
  reportedAlarms: number,
  predicted: [string, number][],
  delay: Delay,
  delays?: number[],
  reasons?: [string, number][],
  stop?: boolean,
]

type Bands = Pick<Point, 'accuracy' | 'f1' | 'recentAccuracy' | 'overRandom'>

const bandsOf = (classifier: StreamClassifier, quality: AnyQuality): Bands => {
  if ('hammingLoss' in quality)
    return {
      accuracy: complement(toBand(quality.hammingLoss)),
      f1: toBand(quality.macroF1),
      recentAccuracy: complement(toBand(quality.recent.hammingLoss)),
    }
  const { all, recent, gainOverRandom } = quality
  const isBinary = classifier.classes.length === 2
  return {
    accuracy: toBand(all.accuracy),
    f1: toBand(isBinary ? all.f1 : all.macroF1),
    recentAccuracy: toBand(recent.accuracy),
    ...(gainOverRandom && { overRandom: toBand(gainOverRandom.accuracy) }),
  }
}

const complement = ({ value, low, high, fixedTime }: Band): Band => ({
  value: value === null ? null : 1 - value,
  low: 1 - high,
  high: 1 - low,
  fixedTime: { low: 1 - fixedTime.high, high: 1 - fixedTime.low },
})

const toBand = ({ value, anyTime, fixedTime }: Estimate): Band => ({
  value: value ?? null,
  ...anyTime,
  fixedTime,
})
