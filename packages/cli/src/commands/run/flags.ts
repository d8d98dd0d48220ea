import { measures, normalizations } from '@askance/core/internals'
import type { Flags } from '../../command/declare.js'
import { multiLabelFlags, readerFlags } from '../../stream/reader.js'
import { vectorizerFlags } from '../../stream/vectorizing.js'
import { vectorsFlag } from '../../stream/word-vectors.js'
import { algorithmNames } from '../algorithms.js'
import { combinationFlags } from '../combination.js'
import { scalingFlag } from '../scaling.js'

const algorithm = { group: 'Algorithm' } as const
const asking = { group: 'Asking' } as const
const data = { group: 'Data' } as const
const output = { group: 'Output' } as const

/** Flags for the algorithm. */
export const algorithmFlags = {
  algorithm: {
    ...algorithm,
    type: 'text',
    hint: 'NAME',
    suggestions: algorithmNames,
    defaultText: 'auto',
    summary: 'the algorithm; `askance algorithms` lists them',
  },
  learner: { ...algorithm, ...combinationFlags.learner },
  rule: { ...algorithm, ...combinationFlags.rule },
  objective: {
    ...algorithm,
    type: 'text',
    choices: measures,
    defaultText: 'f1 of the positive class',
    summary: 'the metric auto optimises with two classes; with more it is accuracy',
  },
  params: {
    ...algorithm,
    type: 'text',
    hint: 'JSON|k=v,…',
    repeated: true,
    summary: 'parameters, as {"smoothing":0.1} or smoothing=0.1,ridge=1; repeatable',
  },
  kernel: {
    ...algorithm,
    type: 'text',
    hint: 'KERNEL',
    suggestions: ['linear', 'gaussian:sigma2=1', 'polynomial:degree=2,offset=1'],
    summary: 'linear, gaussian:sigma2=V or polynomial:degree=N,offset=V, if the algorithm supports kernels',
  },
} as const satisfies Flags

/** Flags for the number of questions and the seed. */
export const targetFlags = {
  ratio: {
    ...asking,
    type: 'number',
    hint: 'R',
    above: 0,
    max: 1,
    defaultText: '0.1 with auto',
    summary:
      'fraction of items to ask about: a limit for auto; for other algorithms, the parameter that sets it is searched',
  },
  labels: {
    ...asking,
    type: 'whole',
    hint: 'N',
    min: 1,
    summary: 'number of labels instead of a fraction',
  },
  seed: {
    ...asking,
    type: 'whole',
    hint: 'N',
    min: 0,
    default: 1,
    summary: 'seed of the coins and the order',
  },
} as const satisfies Flags

/** Flags for the data. */
export const dataFlags = {
  classes: {
    ...data,
    type: 'text',
    repeated: true,
    hint: 'A,B,…',
    defaultText: 'from the data, sorted',
    summary:
      'the labels; write --classes=-1,1 if the first starts with a dash. For names with commas, give the flag once for each class',
  },
  positive: {
    ...data,
    type: 'text',
    hint: 'LABEL',
    defaultText: 'the last class',
    summary: 'the positive class, for precision, recall and F1',
  },
  shuffle: { ...data, type: 'switch', summary: 'use a random order; loads the data into memory' },
  skip: { ...data, type: 'whole', hint: 'N', min: 0, default: 0, summary: 'skip the first N items' },
  limit: { ...data, type: 'whole', hint: 'N', min: 1, summary: 'stop after N items' },
  ...readerFlags,
  ...vectorizerFlags,
  vectors: { group: 'Rows from items', ...vectorsFlag },
} as const satisfies Flags

/** Flags for scaling rows. */
export const rowFlags = {
  normalize: {
    ...data,
    type: 'text',
    choices: normalizations,
    defaultText: 'none with auto; otherwise l2 for texts and rules that require it',
    summary: 'scale rows to length 1 (l2) or to a maximum of 1 (max), or set all values to 1 (binary)',
  },
  intercept: {
    ...data,
    type: 'text',
    hint: 'VALUE|auto',
    alone: 'auto',
    summary: 'add a constant feature; auto uses a fifth of the typical row length',
  },
} as const satisfies Flags

export const runFlags = {
  ...algorithmFlags,
  resume: {
    ...algorithm,
    type: 'file',
    hint: 'MODEL',
    summary: 'continue a saved model with DATA',
  },
  ...targetFlags,
  coins: {
    ...asking,
    type: 'file',
    hint: 'FILE',
    summary: 'read the coins from a file, one number from 0 to below 1 per line',
  },
  ...dataFlags,
  ...multiLabelFlags,
  ...rowFlags,
  scaling: {
    ...data,
    ...scalingFlag,
    summary: `${scalingFlag.summary}; loads the data, and is not saved with a model`,
  },
  trace: {
    ...output,
    type: 'file',
    writes: true,
    hint: 'FILE',
    summary: 'write every decision as a line of JSON; - for the standard output',
  },
  save: {
    ...output,
    type: 'file',
    writes: true,
    replaces: 'resume',
    hint: 'MODEL',
    summary: 'save the model, for --resume, `predict` and `explain`',
  },
  every: {
    ...output,
    type: 'whole',
    hint: 'N',
    min: 1,
    defaultText: 'powers of two with --verbose',
    summary: 'print a table row every N items',
  },
  json: {
    ...output,
    type: 'switch',
    summary: 'print the result as one JSON object',
  },
  verbose: {
    ...output,
    type: 'switch',
    summary: 'print a table during the run, all metrics and the choices of auto',
  },
  quiet: { ...output, type: 'switch', summary: 'print only the result' },
} as const satisfies Flags
