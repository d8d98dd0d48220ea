import type { Classifier, Drifted, Estimate, LiveEvent } from '@askance/core'
import type { Counts, PointRecord } from '../store/records.js'
import type { SentItem } from './operations.js'

/** A new point after so many items, or so many answers. */
const ITEMS_A_POINT = 100
const ANSWERS_A_POINT = 20
const MOST_ALARMS = 100

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

/** An estimate with the interval that holds at any time. */
interface Band {
  readonly value: number | null
  readonly low: number
  readonly high: number
}

/** How a stream stood after some item. All counts are from the beginning. */
export interface Point {
  readonly t: number
  readonly time: number
  readonly counts: Counts
  readonly accuracy: Band
  /** Of the positive class; with more than two classes the mean over all. */
  readonly f1: Band
  readonly recentAccuracy: Band
  readonly overShadow?: Band
  /** The latest alarms. */
  readonly drift: readonly Alarm[]
  /** How often each class was predicted. */
  readonly classes: Readonly<Record<string, number>>
  /** Answers to questions, and how many milliseconds they took in all. */
  readonly delay: Readonly<Delay>
}

/** What the curve of a stream needs to remember between two points. */
export class Curve {
  #items = 0
  #answers = 0
  #drift: Alarm[] = []
  #alarms = 0
  /** How many of them the last point has told. */
  #told = 0
  #predicted = new Map<string, number>()
  #delay: Delay = { count: 0, sum: 0 }

  get alarms(): number {
    return this.#alarms
  }

  /** `asked` is when the question was asked that an answer is about. */
  take(event: LiveEvent, items: number, asked: number | undefined): void {
    if (event.type === 'observed')
      this.#predicted.set(event.predicted, (this.#predicted.get(event.predicted) ?? 0) + 1)
    else if (event.type === 'drifted') this.#drifted(event, items)
    else if (event.type === 'answered' && asked !== undefined) {
      this.#delay.count++
      this.#delay.sum += Math.max(0, event.time - asked)
    }
  }

  #drifted({ time, kind, strength }: Drifted, items: number): void {
    this.#alarms++
    this.#drift.push({ t: items, time, kind, strength })
    if (this.#drift.length > MOST_ALARMS) this.#drift.shift()
  }

  /** A point after a page, when it is time for one. */
  next(classifier: Classifier<SentItem>, time: number): PointRecord | undefined {
    if (!this.#isDue(classifier.counts)) return undefined
    const point = this.#pointOf(classifier, time)
    this.#begin(classifier.counts)
    return { t: point.t, time, point: JSON.stringify(point) }
  }

  /** A page from the log is over: its point, if there was one, is in the store. */
  pass(classifier: Classifier<SentItem>): void {
    if (this.#isDue(classifier.counts)) this.#begin(classifier.counts)
  }

  #isDue({ items, answers }: Counts): boolean {
    return (
      items - this.#items >= ITEMS_A_POINT ||
      Math.abs(answers - this.#answers) >= ANSWERS_A_POINT ||
      this.#alarms > this.#told
    )
  }

  #begin({ items, answers }: Counts): void {
    this.#told = this.#alarms
    this.#items = items
    this.#answers = answers
  }

  #pointOf(classifier: Classifier<SentItem>, time: number): Point {
    const { all, recent, overShadow } = classifier.quality()
    return {
      t: classifier.counts.items,
      time,
      counts: classifier.counts,
      accuracy: bandOf(all.accuracy),
      f1: bandOf(classifier.classes.length > 2 ? all.macroF1 : all.f1),
      recentAccuracy: bandOf(recent.accuracy),
      ...(overShadow && { overShadow: bandOf(overShadow.accuracy) }),
      drift: this.#drift,
      classes: Object.fromEntries(this.#predicted),
      delay: this.#delay,
    }
  }

  save(): unknown {
    const predicted = [...this.#predicted]
    return [this.#items, this.#answers, this.#drift, this.#alarms, this.#told, predicted, this.#delay]
  }

  load(saved: unknown): void {
    const [items, answers, drift, alarms, told, predicted, delay] = saved as Saved
    this.#items = items
    this.#answers = answers
    this.#drift = drift
    this.#alarms = alarms
    this.#told = told
    this.#predicted = new Map(predicted)
    this.#delay = delay
  }
}

type Saved = [
  items: number,
  answers: number,
  drift: Alarm[],
  alarms: number,
  told: number,
  predicted: [string, number][],
  delay: Delay,
]

const bandOf = ({ value, anyTime }: Estimate): Band => ({
  value: value ?? null,
  low: anyTime.low,
  high: anyTime.high,
})
