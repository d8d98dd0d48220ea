import {
  confidenceWeighted,
  cpa,
  cspa,
  pa,
  pa1,
  pa2,
  paum,
  perceptron,
  secondOrderPerceptron,
} from '../learners/index.js'
import { adaptiveMargin, always, decayingMargin, margin, random, shiftedMargin } from '../queries/index.js'
import { binary, diagonal, fullAndDiagonal, multiclass, type Paper, renamed } from './algorithm.js'

const pea = binary('PEA', perceptron, margin)

/** Online passive-aggressive active learning. */
export const lu2016: Paper = {
  key: 'lu-2016',
  entries: [
    binary('PE', perceptron, always),
    binary('PA', pa, always),
    binary('PA-I', pa1, always),
    binary('PA-II', pa2, always),
    binary('RPE', perceptron, random),
    binary('RPA', pa, random),
    binary('RPA-I', pa1, random),
    binary('RPA-II', pa2, random),
    pea,
    ...renamed('PEA', 'LEPE', pea),
    binary('PAA', pa, margin),
    binary('PAA-I', pa1, margin),
    binary('PAA-II', pa2, margin),
    binary('PAA-shifted', pa, shiftedMargin),
    binary('PAA-I-shifted', pa1, shiftedMargin),
    binary('PAA-II-shifted', pa2, shiftedMargin),
    binary('SEL-ada', perceptron, adaptiveMargin),
    ...fullAndDiagonal('SEL-2nd', secondOrderPerceptron, margin),
    multiclass('MPE', perceptron, always),
    multiclass('MPA', pa, always),
    multiclass('MPA-I', pa1, always),
    multiclass('MPA-II', pa2, always),
    multiclass('MRPE', perceptron, random),
    multiclass('MRPA', pa, random),
    multiclass('MRPA-I', pa1, random),
    multiclass('MRPA-II', pa2, random),
    multiclass('MPEA', perceptron, margin),
    multiclass('MPAA', pa, margin),
    multiclass('MPAA-I', pa1, margin),
    multiclass('MPAA-II', pa2, margin),
    binary('CSPAA', cspa, margin),
    binary('CSPAA(a)', cspa, decayingMargin),
    binary('CSRND', cspa, random),
    binary('CSPA', cspa, always),
    binary('CPA', cpa, always),
    binary('PAUM', paum, always),
    diagonal('CW', confidenceWeighted, always),
  ],
}
