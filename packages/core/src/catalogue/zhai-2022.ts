import { dualAveraging, mirrorDescent } from '../learners/index.js'
import { always, discrimination, fullDiscrimination, margin, random } from '../queries/index.js'
import { binary, multiclass, type Paper } from './algorithm.js'

/** Online active classification via margin-based and feature-based label queries. */
export const zhai2022: Paper = {
  key: 'zhai-2022',
  entries: [
    binary('DA', dualAveraging, always),
    binary('MD', mirrorDescent, always),
    binary('R-ADA', dualAveraging, random),
    binary('R-AMD', mirrorDescent, random),
    binary('M-ADA', dualAveraging, margin),
    binary('M-AMD', mirrorDescent, margin),
    binary('D-ADA', dualAveraging, discrimination),
    binary('D-AMD', mirrorDescent, discrimination),
    binary('D-ADA-I', dualAveraging, fullDiscrimination),
    binary('D-AMD-I', mirrorDescent, fullDiscrimination),
    multiclass('MDA', dualAveraging, always),
    multiclass('MMD', mirrorDescent, always),
    multiclass('MR-ADA', dualAveraging, random),
    multiclass('MR-AMD', mirrorDescent, random),
    multiclass('MM-ADA', dualAveraging, margin),
    multiclass('MM-AMD', mirrorDescent, margin),
    multiclass('MD-ADA', dualAveraging, discrimination),
    multiclass('MD-AMD', mirrorDescent, discrimination),
    multiclass('MD-ADA-I', dualAveraging, fullDiscrimination),
    multiclass('MD-AMD-I', mirrorDescent, fullDiscrimination),
  ],
}
