import type { LearnerDeclaration } from '../learners/declaration.js'
import { defaultObjective } from '../objective.js'
import type { Parameter } from '../parameters.js'
import { DESIGN } from './design.js'
import { SeededDraws } from './draws.js'
import { AutoLearner } from './learner.js'
import { AutoStreamStatistics } from './stream-statistics.js'

const capacity: Parameter = {
  name: 'capacity',
  symbol: 'N',
  default: 20_000,
  min: 1,
  max: 1_000_000,
  type: 'whole',
  summary: 'maximum number of stored rows; beyond it an unimportant one is removed',
}

/**
 * @example
 * const learner = selfTuning.build({ capacity: 1000 }, { form: 'linear', classes: 2, seed: 0 })
 * const row = denseRow([2, 0])
 * learner.statistics?.observe(row)
 * learner.read(row)
 * learner.learn(row, 0) // => true
 * learner.read(row)
 * learner.reading.predicted // => 0
 */
export const selfTuning: LearnerDeclaration = {
  name: 'auto',
  summary: 'three support vector machines on different views of a row, combined by a stack',
  cite: ['askance', 'boser-1992', 'hsieh-2008', 'crammer-2006'],
  parameters: [capacity],
  forms: ['linear'],
  multiclass: true,
  build({ capacity: maxRows }, { classes = 2, seed, objective = defaultObjective, design, statistics }) {
    const own = statistics ?? new AutoStreamStatistics({ ...DESIGN, ...design }, objective)
    return new AutoLearner(own as AutoStreamStatistics, classes, new SeededDraws(seed), maxRows)
  },
}
