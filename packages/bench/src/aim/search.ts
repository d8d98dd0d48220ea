import type { Parameter } from '@askance/core'

/** The number of questions for a dial value; a mean over several passes may be fractional. */
export interface Trial {
  readonly value: number
  readonly asked: number
}

export interface DialSearch {
  readonly parameter: Parameter
  /** The direction in which the rule asks more. */
  readonly more: 'up' | 'down'
  /** The target number of questions. */
  readonly wanted: number
  /** The start of the search; default the parameter's default. */
  readonly start?: number
  /** Earlier trials. */
  readonly known?: readonly Trial[]
  /** The search stops within this share of the target, or within one label. */
  readonly close?: number
  readonly maxPasses?: number
}

/** The trial closest to the target; the status says whether it is close enough, or on which side all trials are. */
export interface Found extends Trial {
  readonly status: 'reached' | 'gap' | 'too few' | 'too many'
  readonly trials: readonly Trial[]
}

const MAX_PASSES = 25
const CLOSE = 0.02
/** Accepted deviation of the final result. */
const FAIR = 0.1
/** The search limit of an unbounded parameter, in powers of ten. */
const FARTHEST = 100
/** The distance to an open end of the range. */
const INSIDE = 1e-9
/** On the log scale; in a narrower interval the result is random, because one question changes all later ones. */
const NARROW = 0.03

/** A trial on the log scale, oriented so that the rule asks more to the right. */
interface Place {
  readonly at: number
  readonly asked: number
}

/**
 * Searches the dial value for a target number of questions: yields a value, receives its number of questions
 * and returns the result. Questions rise with the dial on average: the target is bracketed in growing steps
 * on a log scale, then the interval is narrowed. If that misses, nearby values are tried, because each gives
 * a different sequence of questions.
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

/** The dial value with the fewest questions. */
export const fewestQuestionsAt = (parameter: Parameter, more: 'up' | 'down'): number => {
  const [low, high] = endsOf(parameter)
  return within(10 ** (more === 'up' ? low : high), parameter)
}

/** Whether the number of questions is close enough to the target. */
export const isFair = (asked: number, wanted: number): boolean =>
  off(asked, wanted) <= Math.max(1, FAIR * wanted)

/** The same for ratios. */
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

/** The nearest trials on both sides of the target, if they are in order. */
const enclosing = (places: readonly Place[], wanted: number): { below?: Place; above?: Place } => {
  const sorted = places.toSorted((a, b) => a.at - b.at)
  const below = sorted.findLast(({ asked }) => asked < wanted)
  const above = sorted.find(({ asked, at }) => asked >= wanted && (!below || at > below.at))
  return { ...(below && { below }), ...(above && { above }) }
}

/** The next value outwards; undefined at the end of the range. */
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
 * The next value to try; undefined if the interval is narrow enough. Questions tend to rise like a power of the dial;
 * every other step uses the midpoint, so that neither end gets stuck.
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
