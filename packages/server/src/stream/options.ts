import type { ClassifierOptions } from '@askance/core'
import type { StreamConfig } from './config.js'

/** What the classifier of a stream is made of. */
export const optionsOf = (beginning: StreamConfig): ClassifierOptions => {
  const { classes, algorithm, parameters, seed, protocol } = beginning
  const { positive, objective, costs, expireAfter } = beginning
  return {
    classes,
    algorithm,
    parameters,
    seed,
    ...askingOf(beginning),
    ...(protocol && { protocol }),
    ...(positive !== undefined && { positive }),
    ...(objective && { objective }),
    ...(costs && { costs }),
    ...(expireAfter !== undefined && { expireAfter: 1000 * expireAfter }),
  }
}

/** How it asks. Under the protocol `paper` a published rule decides alone. */
export const askingOf = ({ budget, audit, drift, protocol = 'live' }: StreamConfig) =>
  protocol === 'paper'
    ? { protocol, ...(isLimited(budget) && { budget }) }
    : { protocol, budget, audit, drift }

const isLimited = (budget: object): boolean => Object.keys(budget).length > 0
