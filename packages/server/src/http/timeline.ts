import type { WindowView } from '../schema/quality.js'
import type { Counts, PointRecord } from '../store/records.js'

type Measured = WindowView['accuracy']

/** A stored point of the curve, cumulative since the start of the stream. Its keys are part of the store. */
interface Point {
  readonly t: number
  readonly time: number
  readonly counts: Counts
  readonly accuracy: Measured
  readonly f1: Measured
  readonly overRandom?: Measured
  readonly drift: WindowView['drift']
  readonly classes: Readonly<Record<string, number>>
  readonly delay: { readonly count: number; readonly sum: number }
  /** In a multi-label stream: the number of classes, each of which can be asked about. */
  readonly perItem?: number
  /** Missing in points written by older versions. */
  readonly recentAccuracy?: Measured
  readonly delays?: readonly number[]
  readonly reasons?: Readonly<Record<string, number>>
}

const UNKNOWN: Measured = { value: null, low: 0, high: 1 }

const NO_DELAYS = [0, 0, 0, 0, 0, 0, 0]

const ORIGIN: Point = {
  t: 0,
  time: 0,
  counts: { items: 0, open: 0, spent: 0, answers: 0, taught: 0 },
  accuracy: UNKNOWN,
  f1: UNKNOWN,
  drift: [],
  classes: {},
  delay: { count: 0, sum: 0 },
  delays: NO_DELAYS,
  reasons: {},
}

/** Computes the windows between neighbouring points. */
export const timelineWindows = (
  records: readonly PointRecord[],
  fromBeginning: boolean,
): readonly WindowView[] => {
  const points = records.map(({ point }) => JSON.parse(point) as Point)
  const all = fromBeginning ? [ORIGIN, ...points] : points
  return all.slice(1).map((point, k) => windowBetween(all[k] ?? ORIGIN, point))
}

const windowBetween = (before: Point, after: Point): WindowView => {
  const items = after.counts.items - before.counts.items
  // More questions can be returned to the budget than were asked in the window.
  const asked = Math.max(0, after.counts.spent - before.counts.spent)
  const answered = after.delay.count - before.delay.count
  return {
    from: before.t,
    to: after.t,
    time: after.time,
    items,
    asked,
    answers: Math.max(0, after.counts.answers - before.counts.answers),
    queryRate: items > 0 ? asked / (items * (after.perItem ?? 1)) : 0,
    accuracy: after.accuracy,
    f1: after.f1,
    recent: after.recentAccuracy ?? UNKNOWN,
    ...(after.overRandom && { gainOverRandom: after.overRandom }),
    drift: after.drift.filter(({ t }) => t > before.t && t <= after.t),
    classes: increase(before.classes, after.classes),
    ...(answered > 0 && { answerDelay: (after.delay.sum - before.delay.sum) / answered }),
    ...newCounts(before, after),
  }
}

/** Counts of a window; empty if the point before it has none. */
const newCounts = (before: Point, after: Point): Pick<WindowView, 'delays' | 'reasons'> => {
  if (!before.delays || !before.reasons || !after.delays || !after.reasons)
    return { delays: NO_DELAYS, reasons: {} }
  const earlier = before.delays
  return {
    delays: after.delays.map((count, k) => count - (earlier[k] ?? 0)),
    reasons: increase(before.reasons, after.reasons),
  }
}

const increase = (
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after).map(([label, count]) => [label, count - classCount(before, label)]),
  )

/** Own properties only, because a class can be named `constructor`. */
const classCount = (counts: Readonly<Record<string, number>>, label: string): number =>
  Object.hasOwn(counts, label) ? (counts[label] ?? 0) : 0
