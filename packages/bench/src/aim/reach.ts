import { type DialSearch, type Found, fewestQuestionsAt, isFair, searchDial } from './search.js'

export interface Reach<Config> extends Pick<DialSearch, 'parameter' | 'more' | 'wanted'> {
  /** Whether the rule looks at more than the margin, so that it asks much however its dial is turned. */
  readonly hasFloor: boolean
  /** What to try, in turn, where the rule cannot ask so little; the first is what is wanted. */
  readonly configs: readonly [Config, ...Config[]]
  /** The same with more of what makes the rule ask less, from step 1 on; not given where that may not be changed. */
  eased?(config: Config, step: number): Config
  /** Plays all items with a value of the dial from the start; gives the number of questions. */
  asked(config: Config, value: number): Promise<number> | number
}

/** The configuration that was taken and where its dial is; the status says whether the target was reached. */
export interface Reached<Config> {
  readonly config: Config
  readonly found: Found
}

const MAX_STEPS = 10
/** A step that does not lower the questions by this much is the last. */
const WORTH = 0.01

/**
 * Turns the dial of a rule until it asks as often as wanted, with the first configuration that can ask so little: as it
 * is, or eased step by step. Where none can, the status is `too many`, for the one that asks least.
 *
 * @example
 * const parameter = { name: 'b', symbol: 'b', type: 'number', default: 1, above: 0, summary: '' }
 * const asked = (most, value) => most * Math.min(1, value)
 * const { config, found } = await reach({ parameter, more: 'up', wanted: 50, hasFloor: true, configs: [100], asked })
 * config // => 100
 * found.status // => 'reached'
 */
export const reach = async <Config>(options: Reach<Config>): Promise<Reached<Config>> => {
  const { hasFloor, configs, eased } = options
  if (!hasFloor) return searched(options, configs[0])
  let lowest: Floor<Config> | undefined
  for (const config of configs) {
    const plain = await floorOf(options, config)
    const floor = isWithin(plain.asked, options) || !eased ? plain : await easedFloor(options, plain)
    if (isWithin(floor.asked, options)) return searched(options, floor.config)
    if (!lowest || floor.asked < lowest.asked) lowest = floor
  }
  const { config, ...trial } = lowest as Floor<Config>
  return { config, found: { ...trial, status: 'too many', trials: [trial] } }
}

/** The fewest questions with a configuration. */
interface Floor<Config> {
  readonly config: Config
  readonly value: number
  readonly asked: number
}

const floorOf = async <Config>(options: Reach<Config>, config: Config): Promise<Floor<Config>> => {
  const value = fewestQuestionsAt(options.parameter, options.more)
  return { config, value, asked: await options.asked(config, value) }
}

const isWithin = (asked: number, { wanted }: { readonly wanted: number }): boolean =>
  asked < wanted || isFair(asked, wanted)

/** The first eased configuration that can ask as little as wanted, or else the last worth trying. */
const easedFloor = async <Config>(options: Reach<Config>, plain: Floor<Config>): Promise<Floor<Config>> => {
  let last = plain
  for (let step = 1; step <= MAX_STEPS; step++) {
    const before = last.asked
    last = await floorOf(options, options.eased?.(plain.config, step) ?? plain.config)
    if (isWithin(last.asked, options) || last.asked > (1 - WORTH) * before) break
  }
  return last
}

const searched = async <Config>(options: Reach<Config>, config: Config): Promise<Reached<Config>> => {
  const { parameter, more, wanted } = options
  const search = searchDial({ parameter, more, wanted })
  let next = search.next()
  while (!next.done) next = search.next(await options.asked(config, next.value))
  return { config, found: next.value }
}
