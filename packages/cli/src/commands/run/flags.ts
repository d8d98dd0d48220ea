import { measures, normalizations } from '@askance/core/internals'
import type { Flags } from '../../command/declare.js'
import { readerFlags } from '../../stream/reader.js'
import { vectorizerFlags } from '../../stream/vectorizing.js'
import { algorithmNames } from '../algorithms.js'

const algorithm = { group: 'Algorithm' } as const
const asking = { group: 'Asking' } as const
const data = { group: 'Data' } as const
const output = { group: 'Output' } as const

/** Which algorithm plays. */
export const algorithmFlags = {
  algorithm: {
    ...algorithm,
    type: 'text',
    hint: 'NAME',
    suggestions: algorithmNames,
    defaultText: 'auto',
    summary: 'which one; `askance algorithms` lists them',
  },
  objective: {
    ...algorithm,
    type: 'text',
    choices: measures,
    defaultText: 'f1 of the positive class',
    summary: 'what auto is to be good at where there are two classes; with more it is accuracy',
  },
  params: {
    ...algorithm,
    type: 'text',
    hint: 'JSON|k=v,…',
    repeated: true,
    summary: 'its parameters, as {"smoothing":0.1} or smoothing=0.1,ridge=1; may be repeated',
  },
  kernel: {
    ...algorithm,
    type: 'text',
    hint: 'KERNEL',
    suggestions: ['linear', 'gaussian:sigma2=1', 'polynomial:degree=2,offset=1'],
    summary: 'linear, gaussian:sigma2=V or polynomial:degree=N,offset=V, where the algorithm takes one',
  },
} as const satisfies Flags

/** How much is asked, and by which luck. */
export const targetFlags = {
  ratio: {
    ...asking,
    type: 'number',
    hint: 'R',
    above: 0,
    max: 1,
    defaultText: '0.1 with auto',
    summary:
      'the share of items to ask about: auto keeps to it, of another algorithm the parameter that decides it is searched for',
  },
  labels: {
    ...asking,
    type: 'whole',
    hint: 'N',
    min: 1,
    summary: 'the same as a number of labels: a limit with auto, else a target',
  },
  seed: {
    ...asking,
    type: 'whole',
    hint: 'N',
    min: 0,
    default: 1,
    summary: 'decides every coin and the order',
  },
} as const satisfies Flags

/** Which data, and how it is read. */
export const dataFlags = {
  classes: {
    ...data,
    type: 'text',
    hint: 'A,B,…',
    defaultText: 'those in the data, sorted',
    summary: 'the labels, written --classes=-1,1 where the first begins with a dash',
  },
  positive: {
    ...data,
    type: 'text',
    hint: 'LABEL',
    defaultText: 'the last class',
    summary: 'the class that precision, recall and F1 speak of',
  },
  shuffle: { ...data, type: 'switch', summary: 'in random order; the data is loaded into memory' },
  skip: { ...data, type: 'whole', hint: 'N', min: 0, default: 0, summary: 'passes over the first N items' },
  limit: { ...data, type: 'whole', hint: 'N', min: 1, summary: 'stops after N items' },
  ...readerFlags,
  ...vectorizerFlags,
} as const satisfies Flags

/** How rows are scaled. */
export const rowFlags = {
  normalize: {
    ...data,
    type: 'text',
    choices: normalizations,
    defaultText: 'none with auto; else l2 for texts and where the theory of the rule wants it',
    summary: 'scales rows to length 1 (l2), to a largest value of 1 (max), or makes all values 1 (binary)',
  },
  intercept: {
    ...data,
    type: 'text',
    hint: 'VALUE|auto',
    alone: 'auto',
    summary: 'adds a constant feature; auto is a fifth of the usual length of a row',
  },
} as const satisfies Flags

export const runFlags = {
  ...algorithmFlags,
  resume: {
    ...algorithm,
    type: 'file',
    hint: 'MODEL',
    summary: 'goes on with a saved model; DATA is what comes next',
  },
  ...targetFlags,
  coins: {
    ...asking,
    type: 'file',
    hint: 'FILE',
    summary: 'takes the coins from a file instead, one number from 0 to below 1 a line',
  },
  ...dataFlags,
  ...rowFlags,
  trace: {
    ...output,
    type: 'file',
    hint: 'FILE',
    summary: 'writes one decision a line as JSON; - is the standard output',
  },
  save: {
    ...output,
    type: 'file',
    hint: 'MODEL',
    summary: 'writes the model, to resume, predict or explain with',
  },
  every: {
    ...output,
    type: 'whole',
    hint: 'N',
    min: 1,
    defaultText: 'at powers of two',
    summary: 'a row of the table every N items',
  },
  json: {
    ...output,
    type: 'switch',
    summary: 'prints the result as one JSON object, and nothing else there',
  },
  quiet: { ...output, type: 'switch', summary: 'shows the result only' },
} as const satisfies Flags
