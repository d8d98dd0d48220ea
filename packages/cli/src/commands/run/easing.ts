import { isFair } from '@askance/bench'
import type { AskanceError, ModelConfig, Preparation } from '@askance/core'

/** What was changed so that a rule can ask as little as it should. */
export interface Easing {
  readonly ridge?: number
  readonly normalize?: Preparation['normalize']
}

/** How the second configuration differs from the first. */
export const easing = (before: ModelConfig, after: ModelConfig): Easing => {
  const { ridge } = after.parameters
  const { normalize } = after.preparation
  return {
    ...(ridge !== undefined && ridge !== before.parameters.ridge && { ridge }),
    ...(normalize !== before.preparation.normalize && { normalize }),
  }
}

export interface Reach<Found> {
  /** How many questions are wanted, of how many items. */
  readonly wanted: number
  readonly items: number
  /** Whether the rule looks at more than the margin, so that it asks much however its dial is turned. */
  readonly hasFloor: boolean
  /** What may be changed: what the user has set may not. */
  readonly canRaise: boolean
  readonly canUnscale: boolean
  /** The fewest questions that the rule can be brought to ask. */
  floor(config: ModelConfig): Promise<number>
  search(config: ModelConfig): Promise<Found>
  /** Says that so many questions are the fewest. */
  unattainable(config: ModelConfig, asked: number): AskanceError
}

/**
 * Searches with the configuration as it is, or, where the rule cannot ask so little, with an easier one: a larger ridge,
 * for with a small one a rule that looks for rare features asks about every row that has some; then rows of text at
 * their own length, for in rows of length 1 the features that are known count little beside those that are not.
 */
export const withinReach = async <Found>(start: ModelConfig, reach: Reach<Found>): Promise<Found> => {
  if (!reach.hasFloor) return reach.search(start)
  let lowest: Floor = { config: start, asked: Number.POSITIVE_INFINITY }
  for (const config of reach.canUnscale ? [start, unscaled(start)] : [start]) {
    const plain = { config, asked: await reach.floor(config) }
    const found = isWithin(plain.asked, reach) || !reach.canRaise ? plain : await raisedRidge(plain, reach)
    if (isWithin(found.asked, reach)) return reach.search(found.config)
    if (found.asked < lowest.asked) lowest = found
  }
  throw reach.unattainable(lowest.config, lowest.asked)
}

const isWithin = (asked: number, { wanted }: Pick<Reach<unknown>, 'wanted'>): boolean =>
  asked < wanted || isFair(asked, wanted)

const unscaled = (config: ModelConfig): ModelConfig => ({
  ...config,
  preparation: { ...config.preparation, normalize: 'none' },
})

/** Each step multiplies the ridge by about 3. */
const STEP = Math.sqrt(10)
const MOST_STEPS = 10
/** A step that does not lower the questions by this much is the last. */
const WORTH = 0.01

/** The fewest questions with a configuration. */
interface Floor {
  readonly config: ModelConfig
  readonly asked: number
}

/** The first larger ridge with which the rule can ask as little as wanted, or else the last worth trying. */
const raisedRidge = async (plain: Floor, reach: Reach<unknown>): Promise<Floor> => {
  const { config } = plain
  const { ridge = 1 } = config.parameters
  let last = plain
  for (let step = 1; step <= MOST_STEPS; step++) {
    const before = last.asked
    // Rounded, so that it can be read and typed.
    const higher = Number((ridge * STEP ** step).toPrecision(2))
    const raised = { ...config, parameters: { ...config.parameters, ridge: higher } }
    last = { config: raised, asked: await reach.floor(raised) }
    if (isWithin(last.asked, reach) || last.asked > (1 - WORTH) * before) break
  }
  return last
}
