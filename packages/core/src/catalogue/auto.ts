import { selfTuning } from '../auto/declaration.js'
import { costDualAveraging, costMirrorDescent } from '../learners/index.js'
import { always, discrimination, near } from '../queries/index.js'
import { binary, type Paper } from './algorithm.js'

/** Ours: `auto`, and the cost-sensitive algorithms that Zhai et al. 2022 name as future work. */
export const askance: Paper = {
  key: 'askance',
  entries: [
    { name: 'auto', task: 'any', learner: selfTuning, rule: near, form: 'linear', paced: true },
    binary('CS-D-ADA', costDualAveraging, discrimination),
    binary('CS-D-AMD', costMirrorDescent, discrimination),
    binary('CS-DA', costDualAveraging, always),
    binary('CS-MD', costMirrorDescent, always),
  ],
}
