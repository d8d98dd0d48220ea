import { classifiedFormat, itemWriters } from '@askance/data'
import type { Input } from '../../command/declare.js'
import { modelReaderFlags, multiLabelFlags } from '../../stream/reader.js'
import { vectorsFlag } from '../../stream/word-vectors.js'

export const predictFlags = {
  model: {
    type: 'file',
    hint: 'MODEL',
    required: true,
    summary: 'a model saved by `run`, `live`, the library or the service',
  },
  output: {
    type: 'file',
    writes: true,
    short: 'o',
    hint: 'FILE',
    default: '-',
    summary:
      'output file; with an extension of a format such as .csv, that format; - for the standard output',
  },
  to: {
    type: 'text',
    hint: 'NAME',
    choices: itemWriters.map(({ name }) => name).filter((name) => classifiedFormat(name) === name),
    defaultText: 'from the name of the output; otherwise one label per line',
    summary: 'output format, with the label and the probability of each class after the columns of DATA',
  },
  scores: {
    type: 'switch',
    summary: 'add scores after a tab: one signed score for two classes, one per class for more',
  },
  json: {
    type: 'switch',
    summary: 'write JSON lines with predicted, margin and scores, and ready if it is false',
  },
  evaluate: {
    type: 'switch',
    summary: 'compare with the labels in the data and print metrics',
  },
  ...modelReaderFlags,
  vectors: { group: 'Reading', ...vectorsFlag },
  'labels-separator': multiLabelFlags['labels-separator'],
} as const

export type PredictInput = Input<typeof predictFlags>
