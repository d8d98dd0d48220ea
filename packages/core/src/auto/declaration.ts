import type { LearnerDeclaration } from '../learners/declaration.js'
import { usualObjective } from '../objective.js'
import type { Parameter } from '../parameters.js'
import { DESIGN } from './design.js'
import { SeededDraws } from './draws.js'
import { AutoGround } from './ground.js'
import { AutoLearner } from './learner.js'

const capacity: Parameter = {
  name: 'capacity',
  symbol: 'N',
  default: 20_000,
  least: 1,
  most: 1_000_000,
  type: 'whole',
  summary: 'how many rows it learns from at most; then one that matters little makes way',
}

/**
 * @example
 * const learner = selfTuning.build({ capacity: 1000 }, { form: 'linear', classes: 2, seed: 0 })
 * const row = denseRow([2, 0])
 * learner.ground?.meet(row)
 * learner.read(row)
 * learner.learn(row, 0) // => true
 * learner.read(row)
 * learner.reading.predicted // => 0
 */
export const selfTuning: LearnerDeclaration = {
  name: 'auto',
  summary: 'three support vector machines that see rows in different ways, and a stack that weighs them',
  cite: ['askance', 'hsieh-2008', 'crammer-2006', 'rahimi-2007'],
  parameters: [capacity],
  forms: ['linear'],
  multiclass: true,
  build({ capacity: most }, { classes = 2, seed, objective = usualObjective, design, ground }) {
    const own = ground ?? new AutoGround({ ...DESIGN, ...design }, objective)
    return new AutoLearner(own as AutoGround, classes, new SeededDraws(seed), most)
  },
}
