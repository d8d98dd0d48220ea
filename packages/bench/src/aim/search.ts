import type { Parameter } from '@askance/core'

/** How many questions a value of the dial gives; a mean over several passes need not be whole. */
export interface Trial {
  readonly value: number
  readonly asked: number
}

export interface DialSearch {
  readonly parameter: Parameter
  /** Which way the rule asks more. */
  readonly more: 'up' | 'down'
  /** How many questions are wanted. */
  readonly wanted: number
  /** Where to begin, where something better than the default is known. */
  readonly start?: number
  /** Trials that were made already. */
  readonly known?: readonly Trial[]
  /** Good enough to stop: within this share of the target, or one label. */
  readonly close?: number
  readonly maxPasses?: number
}

/** The trial nearest to the target and whether it is near enough; else on which side of it all trials lie, or if there is a gap. */
export interface Found extends Trial {
  readonly status: 'reached' | 'gap' | 'too few' | 'too many'
  readonly trials: readonly Trial[]
}

const MAX_PASSES = 25
const CLOSE = 0.02
/** Good enough in the end. */
const FAIR = 0.1
/** Where a parameter has no end of its own, in powers of ten. */
const FARTHEST = 100
/** How near an open end of the range is tried. */
const INSIDE = 1e-9
/** On the log scale; within so narrow an interval chance decides: one other question changes all that follow. */
const NARROW = 0.03

/** A trial on the log scale, which is turned so that the rule asks more to the right. */
interface Place {
  readonly at: number
  readonly asked: number
}

/**
 * Looks for the value of a rule's dial with which it asks as often as wanted: yields a value, is told how many questions
 * it gave, and returns what it found. Questions rise with the dial, on average: the target is enclosed in growing steps
 * on a log scale, and then the interval is narrowed. Where that does not hit it, places around are tried: each gives
 * another course of questions.
 *
 * @example
 * const search = searchDial({ parameter: { name: 'b', symbol: 'b', type: 'number', default: 1, above: 0, summary: '' }, more: 'up', wanted: 50 })
 * let next = search.next()
 * while (!next.done) next = search.next(100 * next.value)
 * next.value.status // => 'reached'
 * Math.abs(next.value.asked - 50) <= 1 // => true
 */
export function* searchDial(search: DialSearch): Generator<number, Found, number> {
  const { parameter, more, wanted, close = CLOSE, maxPasses = MAX_PASSES, known = [] } = search
  const sign = more === 'up' ? 1 : -1
  const [low, high] = endsOf(parameter)
    .map((end) => sign * end)
    .sort((a, b) => a - b) as [number, number]
  const trials: Trial[] = [...known]
  const placeOf = ({ value, asked }: Trial): Place => ({ at: sign * Math.log10(value), asked })
  const goesOn = (): boolean =>
    trials.length - known.length < maxPasses &&
    !trials.some(({ asked }) => off(asked, wanted) <= Math.max(1, close * wanted))

  let { below, above } = enclosing(known.map(placeOf), wanted)
  const begin = sign * Math.log10(search.start ?? parameter.default)
  let next: number | undefined =
    below && above ? between(below, above, wanted, 1) : outwards(below, above, 1, low, high, begin)
  for (let step = 2; next !== undefined && goesOn(); step *= 2) {
    const value = within(10 ** (sign * next), parameter)
    const trial: Trial = { value, asked: yield value }
    trials.push(trial)
    const place = { at: next, asked: trial.asked }
    if (place.asked < wanted) below = place
    else above = place
    next =
      below && above
        ? between(below, above, wanted, trials.length)
        : outwards(below, above, step / 2, low, high, begin)
  }
  if (below && above) {
    const middle = (below.at + above.at) / 2
    for (let k = 2; goesOn(); k++) {
      const at = Math.min(high, middle + ((k % 2 === 0 ? 1 : -1) * Math.floor(k / 2) * NARROW) / 4)
      const value = within(10 ** (sign * at), parameter)
      trials.push({ value, asked: yield value })
    }
  }
  return best(trials, wanted)
}

/** The value of the dial at which the rule asks least. */
export const fewestQuestionsAt = (parameter: Parameter, more: 'up' | 'down'): number => {
  const [low, high] = endsOf(parameter)
  return within(10 ** (more === 'up' ? low : high), parameter)
}

/** Whether so many questions count as those that were wanted. */
export const isFair = (asked: number, wanted: number): boolean =>
  off(asked, wanted) <= Math.max(1, FAIR * wanted)

/** The same of ratios. */
export const isNear = (ratio: number, wanted: number): boolean => off(ratio, wanted) <= FAIR * wanted

const off = (asked: number, wanted: number): number => Math.abs(asked - wanted)

/** The ends of the range as powers of ten. */
const endsOf = ({ above, min, below, max }: Parameter): readonly [number, number] => {
  const from = above ?? min ?? 0
  const to = below ?? max ?? Number.POSITIVE_INFINITY
  return [from > 0 ? Math.log10(from) : -FARTHEST, Number.isFinite(to) ? Math.log10(to) : FARTHEST]
}

const within = (value: number, { above, below, min, max }: Parameter): number => {
  if (above !== undefined && value <= above) return above + INSIDE * Math.max(1, Math.abs(above))
  if (below !== undefined && value >= below) return below - INSIDE * Math.max(1, Math.abs(below))
  return Math.min(max ?? value, Math.max(min ?? value, value))
}

/** The nearest trials on both sides of the target, where they are in order. */
const enclosing = (places: readonly Place[], wanted: number): { below?: Place; above?: Place } => {
  const sorted = places.toSorted((a, b) => a.at - b.at)
  const below = sorted.findLast(({ asked }) => asked < wanted)
  const above = sorted.find(({ asked, at }) => asked >= wanted && (!below || at > below.at))
  return { ...(below && { below }), ...(above && { above }) }
}

/** One step further out from the last place; undefined at the end of the range. */
const outwards = (
  below: Place | undefined,
  above: Place | undefined,
  step: number,
  low: number,
  high: number,
  begin: number,
): number | undefined => {
  const from = below ?? above
  if (!from) return begin
  const out = Math.min(high, Math.max(low, below ? from.at + step : from.at - step))
  return out === from.at ? undefined : out
}

/**
 * Where to try next; undefined where the interval is narrow enough. Questions tend to rise like a power of the dial;
 * every other time it is the plain middle, lest one end gets stuck.
 */
const between = (below: Place, above: Place, wanted: number, passes: number): number | undefined => {
  const width = above.at - below.at
  if (width < NARROW) return undefined
  const log = (asked: number): number => Math.log(asked + 0.5)
  const part = (log(wanted) - log(below.asked)) / (log(above.asked) - log(below.asked))
  const share = passes % 2 === 0 || !Number.isFinite(part) ? 0.5 : Math.min(0.95, Math.max(0.05, part))
  return below.at + share * width
}

const best = (trials: readonly Trial[], wanted: number): Found => {
  const [chosen] = trials.toReversed().sort((a, b) => off(a.asked, wanted) - off(b.asked, wanted)) as [Trial]
  if (isFair(chosen.asked, wanted)) return { ...chosen, status: 'reached', trials }
  const isUnder = trials.some(({ asked }) => asked < wanted)
  const isOver = trials.some(({ asked }) => asked > wanted)
  return { ...chosen, status: isUnder && isOver ? 'gap' : isUnder ? 'too few' : 'too many', trials }
}
