import type { Learner, StreamStatistics } from '../parts.js'
import { partsOf } from '../rounds/create.js'
import { ForgettingLearner } from './forgetting.js'
import { type ClassifierConfig, learnerOptionsOf } from './options.js'

/** Creates the learners of a classifier. A self-tuning one starts with the initial classes, adds more and forgets by itself. */
export const learnerCreator = (
  config: ClassifierConfig,
  classes: readonly string[],
  statistics: StreamStatistics | undefined,
): (() => Learner) => {
  const options = learnerOptionsOf(config)
  if (statistics) return () => partsOf(options).newLearner(statistics)
  const newLearner = (): Learner => partsOf({ ...options, classes: classes.length }).newLearner()
  return config.drift ? () => new ForgettingLearner(newLearner) : newLearner
}
