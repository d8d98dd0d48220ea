import type { Algorithm, Parameter } from '@askance/core'
import { cliError } from '../../errors.js'
import { share, significant } from '../../terminal/numbers.js'

/** One pass over the data with a value of the dial. */
export interface Trial {
  readonly value: number
  readonly asked: number
}

export interface Search {
  readonly algorithm: Algorithm
  readonly parameter: Parameter
  readonly more: 'up' | 'down'
  /** How many questions are wanted, of how many items. */
  readonly wanted: number
  readonly items: number
  /** Plays all items with that value from the start; gives the number of questions. */
  pass(value: number): Promise<number>
  /** Is told of every trial. */
  told?(trial: Trial, passes: number): void
}

export interface Found extends Trial {
  readonly passes: number
}

const MOST_PASSES = 25
/** Good enough at once: within this share of the target, or one label. */
const CLOSE = 0.02
/** Good enough in the end. */
const FAIR = 0.1
/** Where a parameter has no end of its own, in powers of ten. */
const FARTHEST = 100
/** How near an open end of the range is tried. */
const INSIDE = 1e-9
/** On the log scale; within so narrow an interval chance decides: one other question changes all that follow. */
const NARROW = 0.03

/**
 * Looks for the value of the rule's dial with which it asks as often as wanted. Questions rise with the dial, on
 * average: the target is enclosed in growing steps on a log scale, and then the interval is narrowed. Where that does
 * not hit it, places around are tried: each gives another course of questions.
 */
export const searchDial = async (search: Search): Promise<Found> => {
  const { parameter, more, wanted } = search
  const sign = more === 'up' ? 1 : -1
  const [low, high] = endsOf(parameter)
    .map((end) => sign * end)
    .sort((a, b) => a - b) as [number, number]
  const trials: Trial[] = []
  const tried = async (at: number): Promise<Place> => {
    const value = within(10 ** (sign * at), parameter)
    const trial = { value, asked: await search.pass(value) }
    trials.push(trial)
    search.told?.(trial, trials.length)
    return { at, asked: trial.asked }
  }
  const goesOn = (): boolean =>
    trials.length < MOST_PASSES &&
    !trials.some(({ asked }) => off(asked, wanted) <= Math.max(1, CLOSE * wanted))

  let below: Place | undefined
  let above: Place | undefined
  let next: number | undefined = sign * Math.log10(parameter.default)
  for (let step = 1; next !== undefined && goesOn(); step *= 2) {
    const place: Place = await tried(next)
    if (place.asked < wanted) below = place
    else above = place
    const out = Math.min(high, Math.max(low, below ? place.at + step : place.at - step))
    next = below && above ? between(below, above, wanted, trials.length) : out === place.at ? undefined : out
  }
  if (below && above) {
    const middle = (below.at + above.at) / 2
    for (let k = 2; goesOn(); k++)
      await tried(Math.min(high, middle + ((k % 2 === 0 ? 1 : -1) * Math.floor(k / 2) * NARROW) / 4))
  }
  return best(search, trials)
}

/** The value of the dial at which the rule asks least. */
export const leastAsking = (parameter: Parameter, more: 'up' | 'down'): number => {
  const [low, high] = endsOf(parameter)
  return within(10 ** (more === 'up' ? low : high), parameter)
}

/** Whether so many questions count as those that were wanted. */
export const isFair = (asked: number, wanted: number): boolean =>
  off(asked, wanted) <= Math.max(1, FAIR * wanted)

/** A trial on the log scale, which is turned so that the rule asks more to the right. */
interface Place {
  readonly at: number
  readonly asked: number
}

const off = (asked: number, wanted: number): number => Math.abs(asked - wanted)

/** The ends of the range as powers of ten. */
const endsOf = ({ above, least, below, most }: Parameter): readonly [number, number] => {
  const from = above ?? least ?? 0
  const to = below ?? most ?? Number.POSITIVE_INFINITY
  return [from > 0 ? Math.log10(from) : -FARTHEST, Number.isFinite(to) ? Math.log10(to) : FARTHEST]
}

const within = (value: number, { above, below, least, most }: Parameter): number => {
  if (above !== undefined && value <= above) return above + INSIDE
  if (below !== undefined && value >= below) return below - INSIDE
  return Math.min(most ?? value, Math.max(least ?? value, value))
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

const best = (search: Search, trials: readonly Trial[]): Found => {
  const { wanted, items, algorithm, parameter } = search
  const sorted = trials.toReversed().sort((a, b) => off(a.asked, wanted) - off(b.asked, wanted))
  const [chosen] = sorted as [Trial, ...Trial[]]
  if (isFair(chosen.asked, wanted)) return { ...chosen, passes: trials.length }
  const told = {
    wanted: share(wanted / items),
    algorithm: algorithm.name,
    parameter: parameter.name,
    value: significant(chosen.value),
  }
  const [under] = sorted.filter(({ asked }) => asked < wanted)
  const [over] = sorted.filter(({ asked }) => asked > wanted)
  if (under && over)
    throw cliError('ratio/gap', {
      ...told,
      below: share(under.asked / items),
      above: share(over.asked / items),
    })
  const end = under ? 'highest' : 'lowest'
  throw cliError('ratio/unattainable', { ...told, end, reached: share(chosen.asked / items) })
}
