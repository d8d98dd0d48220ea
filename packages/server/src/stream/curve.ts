import type { Classifier, ClassifierEvent, Estimate, Observed } from '@askance/core'
import type { Drifted } from '@askance/core/internals'
import type { SentItem } from '../operations/types.js'
import type { Counts, PointRecord } from '../store/records.js'

/** A point is added after so many items or answers. */
const ITEMS_A_POINT = 100
const ANSWERS_A_POINT = 20
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

/** An estimate with its anytime-valid interval. */
interface Band {
  readonly value: number | null
  readonly low: number
  readonly high: number
}

/** The state of a stream after some item, cumulative. The keys are part of the store. */
export interface Point {
  readonly t: number
  readonly time: number
  readonly counts: Counts
  readonly accuracy: Band
  /** F1 of the positive class; macro F1 with more than two classes. */
  readonly f1: Band
  readonly recentAccuracy: Band
  /** Gain over random asking, in accuracy. */
  readonly overShadow?: Band
  /** Gain over random asking, in F1; with two classes only. */
  readonly overShadowF1?: Band
  /** The latest drift alarms. */
  readonly drift: readonly Alarm[]
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

  get alarms(): number {
    return this.#alarms
  }

  /** The number of predictions of a class. */
  predicted(label: string): number {
    return this.#predicted.get(label) ?? 0
  }

  /** `asked` is the time of the question that an event is about. */
  take(event: ClassifierEvent, items: number, asked: number | undefined): void {
    if (event.type === 'observed') this.#observed(event)
    else if (event.type === 'drifted') this.#drifted(event, items)
    else if (event.type === 'answered' && asked !== undefined) this.#answered(Math.max(0, event.time - asked))
  }

  #observed({ predicted, asked, reason = 'audit' }: Observed): void {
    this.#predicted.set(predicted, this.predicted(predicted) + 1)
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

  /** The next point after a page, if one is due. */
  next(classifier: Classifier<SentItem>, time: number): PointRecord | undefined {
    if (!this.#isDue(classifier.counts)) return undefined
    const point = this.#pointOf(classifier, time)
    this.#begin(classifier.counts)
    return { t: point.t, time, point: JSON.stringify(point) }
  }

  /** Marks the end of a replayed page, whose point is already in the store. */
  pass(classifier: Classifier<SentItem>): void {
    if (this.#isDue(classifier.counts)) this.#begin(classifier.counts)
  }

  #isDue({ items, answers }: Counts): boolean {
    return (
      items - this.#items >= ITEMS_A_POINT ||
      Math.abs(answers - this.#answers) >= ANSWERS_A_POINT ||
      this.#alarms > this.#reportedAlarms
    )
  }

  #begin({ items, answers }: Counts): void {
    this.#reportedAlarms = this.#alarms
    this.#items = items
    this.#answers = answers
  }

  #pointOf(classifier: Classifier<SentItem>, time: number): Point {
    const { all, recent, gainOverRandom } = classifier.quality()
    return {
      t: classifier.counts.items,
      time,
      counts: classifier.counts,
      accuracy: toBand(all.accuracy),
      f1: toBand(classifier.classes.length > 2 ? all.macroF1 : all.f1),
      recentAccuracy: toBand(recent.accuracy),
      ...(gainOverRandom && { overShadow: toBand(gainOverRandom.accuracy) }),
      ...(gainOverRandom && classifier.classes.length === 2 && { overShadowF1: toBand(gainOverRandom.f1) }),
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
    ]
    return saved
  }

  load(saved: unknown): void {
    const [items, answers, drift, alarms, reportedAlarms, predicted, delay, delays, reasons] = saved as Saved
    this.#items = items
    this.#answers = answers
    this.#drift = drift
    this.#alarms = alarms
    this.#reportedAlarms = reportedAlarms
    this.#predicted = new Map(predicted)
    this.#delay = delay
    this.#delays = delays ?? noDelays()
    this.#reasons = new Map(reasons)
  }
}

const noDelays = (): number[] => Array.from({ length: DELAYS.length + 1 }, () => 0)

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
]

const toBand = ({ value, anyTime }: Estimate): Band => ({
  value: value ?? null,
  low: anyTime.low,
  high: anyTime.high,
})
