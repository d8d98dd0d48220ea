import { selfTuning } from '../auto/declaration.js'
import { near } from '../queries/index.js'
import type { Paper } from './algorithm.js'

/** What came of the papers: nothing to tune. */
export const askance: Paper = {
  key: 'askance',
  entries: [{ name: 'auto', task: 'any', learner: selfTuning, rule: near, form: 'linear', paced: true }],
}
