import { protocols } from '@askance/core/internals'
import type { Flags } from '../../command/declare.js'
import { algorithmFlags, dataFlags, rowFlags, targetFlags } from '../run/flags.js'

const asking = { group: 'Asking' } as const
const output = { group: 'Output' } as const

export const liveFlags = {
  ...algorithmFlags,
  protocol: {
    group: 'Algorithm',
    type: 'text',
    choices: protocols,
    default: 'live',
    summary:
      'how a round decides: live keeps to the budget and measures itself, paper is the published round',
  },
  from: {
    group: 'Algorithm',
    type: 'file',
    hint: 'MODEL',
    summary: 'goes on with a saved model: of `run`, `live`, the library or the service',
  },
  ratio: {
    ...asking,
    type: 'number',
    hint: 'R',
    above: 0,
    max: 1,
    defaultText: '0.05, unless --labels or --from is given; 0.1 with auto and --protocol paper',
    summary: 'the share of items that may be asked about: never more',
  },
  labels: {
    ...asking,
    type: 'whole',
    hint: 'N',
    min: 1,
    summary: 'the number of labels that may be asked for: never more',
  },
  delay: {
    ...asking,
    type: 'whole',
    hint: 'N',
    min: 0,
    default: 0,
    summary: 'how many items later a question is answered',
  },
  audit: {
    ...asking,
    type: 'number',
    hint: 'R',
    min: 0,
    max: 0.5,
    defaultText: '0.01; none with --protocol paper',
    summary: 'the share of items that is asked about whatever they are, to estimate the quality',
  },
  'no-drift': { ...asking, type: 'switch', summary: 'does not watch the stream for change' },
  seed: targetFlags.seed,
  ...dataFlags,
  ...rowFlags,
  log: {
    ...output,
    type: 'file',
    hint: 'FILE',
    summary: 'writes every event as a line of JSON: decisions, answers, alarms; - is the standard output',
  },
  save: {
    ...output,
    type: 'file',
    hint: 'MODEL',
    summary: 'writes the model, to go on, predict or explain with',
  },
  json: {
    ...output,
    type: 'switch',
    summary: 'prints the result as one JSON object, and nothing else there',
  },
  quiet: { ...output, type: 'switch', summary: 'shows the result only' },
} as const satisfies Flags
