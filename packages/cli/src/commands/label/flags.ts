import { DEFAULT_MEASURE } from '@askance/core/internals'
import type { Flags, Input } from '../../command/declare.js'
import type { readerFlags } from '../../stream/reader.js'
import { vectorsFlag } from '../../stream/word-vectors.js'

const labels = { group: 'Labels' } as const
const result = { group: 'Result' } as const
const operation = { group: 'Operation' } as const

export const labelFlags = {
  classes: {
    ...labels,
    type: 'text',
    repeated: true,
    hint: 'A,B,…',
    defaultText: 'the labels of FILE, sorted',
    summary:
      'the classes; required if FILE has no labels. For names with commas, give the flag once for each class',
  },
  positive: {
    ...labels,
    type: 'text',
    hint: 'CLASS',
    defaultText: 'the last class',
    summary: 'with two classes: the one that F1 is about',
  },
  labels: {
    ...labels,
    type: 'whole',
    hint: 'N',
    min: 1,
    defaultText: 'no limit; 500 with --simulate',
    summary: 'maximum number of answers',
  },
  measure: {
    ...labels,
    type: 'number',
    hint: 'R',
    min: 0,
    max: 0.5,
    default: DEFAULT_MEASURE,
    summary: 'fraction of the questions about randomly drawn items, from which the accuracy is estimated',
  },
  examples: {
    ...labels,
    type: 'file',
    hint: 'FILE',
    summary: 'a file of labelled examples, in any format; they cost no question',
  },
  search: {
    ...labels,
    type: 'text',
    hint: 'WORDS',
    summary: 'list the items that contain all these words, to find examples, and stop',
  },
  known: {
    ...labels,
    type: 'text',
    hint: 'ID=CLASS',
    repeated: true,
    summary: 'an item of FILE whose class you know; may be given more than once',
  },
  simulate: { ...labels, type: 'switch', summary: 'answer the questions with the labels of FILE' },
  output: {
    ...result,
    alias: 'out',
    type: 'file',
    writes: true,
    short: 'o',
    hint: 'FILE',
    defaultText: 'next to FILE: tickets.csv becomes tickets.labelled.csv',
    summary: 'where the labelled items are written; --out is accepted too',
  },
  save: {
    ...result,
    type: 'file',
    writes: true,
    hint: 'MODEL',
    summary: 'save the model too, for `predict` and `explain`',
  },
  json: { ...result, type: 'switch', summary: 'print the result as one line of JSON' },
  state: {
    ...operation,
    type: 'file',
    writes: true,
    hint: 'FILE',
    defaultText: 'next to FILE: tickets.csv.askance',
    summary: 'where the answers are kept',
  },
  port: {
    ...operation,
    type: 'whole',
    hint: 'N',
    min: 0,
    max: 65_535,
    defaultText: 'the default port, or the next free one',
    summary: 'port to listen on; 0 picks a free one',
  },
  vectors: { group: 'Reading', ...vectorsFlag },
  'no-open': { ...operation, type: 'switch', summary: 'do not open a browser' },
  exit: { ...operation, type: 'switch', summary: 'exit when all questions are answered' },
  seed: { ...operation, type: 'whole', hint: 'N', min: 0, default: 1, summary: 'seed of all random choices' },
} as const satisfies Flags

export type LabelInput = Input<typeof labelFlags & typeof readerFlags>
