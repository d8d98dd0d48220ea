import type { WindowView } from '../schema/quality.js'
import type { PointRecord } from '../store/records.js'
import { noDelays, type Point } from '../stream/curve.js'

type Measured = WindowView['accuracy']

/** A stored point. Older versions wrote fewer keys, and bands without the interval for one moment. */
interface StoredPoint
  extends Omit<Point, 'accuracy' | 'f1' | 'recentAccuracy' | 'overRandom' | 'delays' | 'reasons'>,
    Partial<Pick<Point, 'delays' | 'reasons'>> {
  readonly accuracy: Measured
  readonly f1: Measured
  readonly recentAccuracy?: Measured
  readonly overRandom?: Measured
}

const UNKNOWN: Measured = { value: null, low: 0, high: 1 }

const ORIGIN: StoredPoint = {
  t: 0,
  time: 0,
  counts: { items: 0, open: 0, spent: 0, answers: 0, taught: 0 },
  accuracy: UNKNOWN,
  f1: UNKNOWN,
  drift: [],
  classes: {},
  delay: { count: 0, sum: 0 },
  delays: noDelays(),
  reasons: {},
}

/** Computes the windows between neighbouring points. */
export const timelineWindows = (
  records: readonly PointRecord[],
  fromBeginning: boolean,
): readonly WindowView[] => {
  const points = records.map(({ point }) => JSON.parse(point) as StoredPoint)
  const all = fromBeginning ? [ORIGIN, ...points] : points
  return all.slice(1).map((point, k) => windowBetween(all[k] ?? ORIGIN, point))
}

const windowBetween = (before: StoredPoint, after: StoredPoint): WindowView => {
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
const newCounts = (before: StoredPoint, after: StoredPoint): Pick<WindowView, 'delays' | 'reasons'> => {
  if (!before.delays || !before.reasons || !after.delays || !after.reasons)
    return { delays: noDelays(), reasons: {} }
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
