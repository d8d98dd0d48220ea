import { streamProtocols } from '@askance/core/internals'
import type { Flags } from '../../command/declare.js'
import { algorithmFlags, dataFlags, rowFlags, targetFlags } from '../run/flags.js'

const asking = { group: 'Asking' } as const
const output = { group: 'Output' } as const

export const liveFlags = {
  ...algorithmFlags,
  protocol: {
    group: 'Algorithm',
    type: 'text',
    choices: streamProtocols,
    default: 'live',
    summary:
      'how a round decides: live follows the budget and estimates quality, paper is the exact published round',
  },
  from: {
    group: 'Algorithm',
    type: 'file',
    hint: 'MODEL',
    summary: 'continue a model saved by `run`, `live`, the library or the service',
  },
  ratio: {
    ...asking,
    type: 'number',
    hint: 'R',
    above: 0,
    max: 1,
    defaultText: '0.05, unless --labels or --from is given; 0.1 with auto and --protocol paper',
    summary: 'maximum fraction of items to ask about, never exceeded',
  },
  labels: {
    ...asking,
    type: 'whole',
    hint: 'N',
    min: 1,
    summary: 'maximum number of labels, never exceeded',
  },
  delay: {
    ...asking,
    type: 'whole',
    hint: 'N',
    min: 0,
    default: 0,
    summary: 'number of items between a question and its answer',
  },
  measure: {
    ...asking,
    type: 'number',
    hint: 'R',
    min: 0,
    max: 0.5,
    defaultText: '0.2; none with --protocol paper',
    summary: 'fraction of the questions chosen to measure quality; the model learns from them too',
  },
  'no-drift': { ...asking, type: 'switch', summary: 'disable drift detection' },
  seed: targetFlags.seed,
  ...dataFlags,
  ...rowFlags,
  log: {
    ...output,
    type: 'file',
    writes: true,
    hint: 'FILE',
    summary: 'write every event (decisions, answers, alarms) as a line of JSON; - for the standard output',
  },
  save: {
    ...output,
    type: 'file',
    writes: true,
    replaces: 'from',
    hint: 'MODEL',
    summary: 'save the model, for --from, `predict` and `explain`',
  },
  json: {
    ...output,
    type: 'switch',
    summary: 'print the result as one JSON object',
  },
  verbose: {
    ...output,
    type: 'switch',
    summary: 'print all estimates, drift, calibration and the choices of auto',
  },
  quiet: { ...output, type: 'switch', summary: 'print only the result' },
} as const satisfies Flags
