import {
  lasec,
  modifiedPerceptron,
  perceptron,
  randomizedBudgetPerceptron,
  secondOrderPerceptron,
  shiftingPerceptron,
} from '../learners/index.js'
import { always, margin } from '../queries/index.js'
import { binary, fullAndDiagonal, type Paper, renamed } from './algorithm.js'

/** Selective sampling with drift. */
export const moroshko2014: Paper = {
  key: 'moroshko-2014',
  entries: [
    ...fullAndDiagonal('LASEC', lasec, always),
    ...fullAndDiagonal('LASEC-SS', lasec, margin),
    ...fullAndDiagonal('SOP', secondOrderPerceptron, always),
    ...renamed('PE', 'Perceptron', binary('PE', perceptron, always)),
    binary('ShiftingPerceptron', shiftingPerceptron, always),
    binary('ModifiedPerceptron', modifiedPerceptron, always),
    binary('RandomizedBudgetPerceptron', randomizedBudgetPerceptron, always),
    ...renamed('PEA', 'Perceptron-SS', binary('PEA', perceptron, margin)),
    ...renamed('SEL-2nd', 'SOP-SS', ...fullAndDiagonal('SEL-2nd', secondOrderPerceptron, margin)),
  ],
}
