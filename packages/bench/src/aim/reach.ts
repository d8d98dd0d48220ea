import { type DialSearch, type Found, fewestQuestionsAt, isFair, searchDial } from './search.js'

export interface Reach<Config> extends Pick<DialSearch, 'parameter' | 'more' | 'wanted'> {
  /** Whether the rule uses more than the margin, so that it has a minimum number of questions for every dial value. */
  readonly hasFloor: boolean
  /** Configurations to try in turn if the rule cannot ask that rarely; the first is preferred. */
  readonly configs: readonly [Config, ...Config[]]
  /** A configuration that asks less, from step 1 on; omitted if the configuration is fixed. */
  eased?(config: Config, step: number): Config
  /** Plays all items with a dial value and returns the number of questions. */
  asked(config: Config, value: number): Promise<number> | number
}

/** The chosen configuration and its dial; the status says whether the target was reached. */
export interface Reached<Config> {
  readonly config: Config
  readonly found: Found
}

const MAX_STEPS = 10
/** Easing stops when a step lowers the questions by less than this share. */
const WORTH = 0.01

/**
 * Searches the dial of a rule for a target number of questions, with the first configuration that can ask that rarely: as it
 * is, or eased step by step. If none can, the status is `too many`, for the configuration with the fewest questions.
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

/** The minimum number of questions of a configuration. */
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

/** The first eased configuration that reaches the target, or else the last one tried. */
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
