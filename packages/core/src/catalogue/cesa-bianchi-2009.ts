import { rls, secondOrderPerceptron } from '../learners/index.js'
import { always, bbq, margin, parametricBbq, practicalBbq, random, randomizedBbq } from '../queries/index.js'
import { binary, fullAndDiagonal, type Paper, renamed } from './algorithm.js'

/** Robust bounds for classification via selective sampling. "-I" learns mistakes only. */
export const cesaBianchi2009: Paper = {
  key: 'cesa-bianchi-2009',
  entries: [
    binary('BBQ', rls, bbq),
    binary('BBQ-I', secondOrderPerceptron, bbq),
    binary('RandomizedBBQ', rls, randomizedBbq),
    binary('RandomizedBBQ-I', secondOrderPerceptron, randomizedBbq),
    binary('ParametricBBQ', rls, parametricBbq),
    binary('ParametricBBQ-I', secondOrderPerceptron, parametricBbq),
    binary('PracticalBBQ', rls, practicalBbq),
    binary('PracticalBBQ-I', secondOrderPerceptron, practicalBbq),
    ...renamed('SEL-2nd', 'SOLE', ...fullAndDiagonal('SEL-2nd', secondOrderPerceptron, margin)),
    binary('RLS', rls, always),
    // In the reference runs, RandomRLS is a second-order Perceptron; R-RLS uses ridge regression.
    binary('RandomRLS', secondOrderPerceptron, random),
    binary('R-RLS', rls, random),
  ],
}
