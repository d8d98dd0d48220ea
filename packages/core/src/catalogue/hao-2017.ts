import { arow, pa2, perceptron, secondOrderPerceptron, soal } from '../learners/index.js'
import { always, margin, random, soalRule } from '../queries/index.js'
import { binary, fullAndDiagonal, type Paper, renamed } from './algorithm.js'

/** SOAL: second-order online active learning. */
export const hao2017: Paper = {
  key: 'hao-2017',
  entries: [
    ...fullAndDiagonal('SOAL', soal, soalRule),
    ...fullAndDiagonal('SOAL-M', soal, margin),
    ...fullAndDiagonal('SORL', soal, random),
    ...fullAndDiagonal('SOL', soal, always),
    ...fullAndDiagonal('AROW', arow, always),
    ...renamed('PEA', 'APE', binary('PEA', perceptron, margin)),
    ...renamed('PAA-II', 'APAII', binary('PAA-II', pa2, margin)),
    ...renamed('SEL-2nd', 'ASOP', ...fullAndDiagonal('SEL-2nd', secondOrderPerceptron, margin)),
  ],
}
