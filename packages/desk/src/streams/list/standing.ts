import type { Schemas } from '@askance/server/client'
import { counted, duration, inPercent, reachOf } from '../../parts/numbers.js'
import { say } from '../../words/say.js'
import type { Stream } from './listing.js'

/** Before so many labels nothing is said about how good a stream is. */
export const ENOUGH_LABELS = 20

export type State = 'live' | 'warm' | 'paused' | 'new'

/** How a stream is, and that in words. */
export const stateOf = (stream: Stream, now: number): { readonly state: State; readonly text: string } => {
  const ago = duration(now - stream.changed)
  if (stream.config.paused) return { state: 'paused', text: say('streams.state.paused', { ago }) }
  if (stream.counts.items === 0) return { state: 'new', text: say('streams.state.new') }
  const isWarm = stream.counts.answers < ENOUGH_LABELS
  return { state: isWarm ? 'warm' : 'live', text: say(`streams.state.${isWarm ? 'warm' : 'live'}`, { ago }) }
}

type Budget = Schemas['Budget']

/** How many questions a ratio may be ahead if its budget does not say, as the core has it. */
const USUAL_CREDIT = 20
/** 0.29 · 100 is a little below 29. */
const ROUNDING = 1e-9

const allowedBy = ({ ratio, credit = USUAL_CREDIT, total, horizon }: Budget, items: number): number => {
  const share =
    ratio === undefined
      ? Number.POSITIVE_INFINITY
      : ratio * (horizon ?? items) + (horizon === undefined ? credit : 0)
  return Math.floor(Math.min(share, total ?? Number.POSITIVE_INFINITY) + ROUNDING)
}

/** What was spent of a budget. */
export interface Spent {
  readonly text: string
  /** From 0 to 1; not there where nobody can tell. */
  readonly share?: number
}

/**
 * Labels spent against what the budget allows so far or in all.
 *
 * @example
 * spentOf({ total: 200 }, { items: 900, spent: 50 }) // => { text: '*50* of 200 in all', share: 0.25 }
 * spentOf({ perHour: 60 }, { items: 900, spent: 50 }) // => { text: '*50*, at most 60 an hour' }
 */
export const spentOf = (
  budget: Budget,
  { items, spent }: { readonly items: number; readonly spent: number },
): Spent => {
  const allowed = allowedBy(budget, items)
  if (Number.isFinite(allowed)) {
    const ends = budget.total !== undefined || budget.horizon !== undefined
    const key = spent >= allowed ? 'allSpent' : ends ? 'inAll' : 'soFar'
    return {
      text: say(`streams.spent.${key}`, { spent, allowed }),
      share: allowed > 0 ? Math.min(1, spent / allowed) : 1,
    }
  }
  if (budget.perHour !== undefined)
    return { text: say('streams.spent.hourly', { spent, perHour: budget.perHour }) }
  return { text: say('streams.spent.open', { spent }) }
}

type Window = Schemas['TimelineWindow']

/** A band no wider than this many points on either side is narrow enough to say that nothing is gained. */
const NARROW = 0.02

const points = (value: number): string => inPercent(Math.abs(value))

/** What was found, and what it means; without a finding it is too early for one. */
export interface GainSaid {
  readonly finding?: string
  readonly so?: string
}

/**
 * What active asking brings against random asking, in words.
 *
 * @example
 * gainOf({ value: 0.023, low: 0.0145, high: 0.032 }) // => { finding: 'Ahead of random by 2.3 ± 0.9' }
 * gainOf(undefined) // => { so: 'Too early to say.' }
 */
export const gainOf = (measured: Window['overShadow']): GainSaid => {
  const early = say('streams.gain.early')
  if (!measured || measured.value === null) return { so: early }
  const { value, low, high } = measured
  const values = { points: points(value), reach: reachOf({ value, low, high }) }
  if (low === 0 && high === 0) return { so: say('streams.gain.same') }
  if (low > 0) return { finding: say('streams.gain.ahead', values) }
  if (high < 0) return { finding: say('streams.gain.behind', values), so: say('streams.gain.behindSo') }
  if (high - low > 2 * NARROW)
    return { so: `${early} ${say('streams.gain.wide', { low: points(low), high: points(high) })}` }
  const signed = `${value < 0 ? '−' : ''}${values.points}`
  return {
    finding: say('streams.gain.none', { ...values, points: signed }),
    so: say('streams.gain.noneSo'),
  }
}

/** The classes of a stream in one line; of many only the first are named. */
export const classLine = (classes: readonly string[], most = 5): string =>
  classes.length <= most
    ? classes.join(', ')
    : say('streams.list.moreClasses', {
        classes: classes.slice(0, most).join(', '),
        count: counted(classes.length - most),
      })
