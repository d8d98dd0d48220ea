import type { ClassifierOptions } from '@askance/core'
import { usualPreparation } from '@askance/data'
import type { StreamConfig } from './config.js'
import type { Shape } from './input.js'

/** What the classifier of a stream is made of. */
export const optionsOf = (beginning: StreamConfig, shape: Shape | undefined): ClassifierOptions => {
  const { classes, algorithm, parameters, budget, audit, drift, seed } = beginning
  const { positive, objective, costs, expireAfter } = beginning
  const vectorizer = shape === 'rows' ? undefined : shape
  return {
    classes,
    algorithm,
    parameters,
    budget,
    audit,
    drift,
    seed,
    ...(positive !== undefined && { positive }),
    ...(objective && { objective }),
    ...(costs && { costs }),
    ...(expireAfter !== undefined && { expireAfter: 1000 * expireAfter }),
    ...(vectorizer && { preparation: usualPreparation(vectorizer, algorithm) }),
  }
}
