import type { Classifier } from '@askance/core'
import { commandLine } from '../../command/parse.js'
import { readerFlags } from '../../stream/reader.js'
import { vectorizerFlags } from '../../stream/vectorizing.js'
import { paramsAsFlag } from './params.js'
import { parametersWithBudget, type RunInput } from './settings.js'

/** Flags that affect the result; they are repeated as given. */
const REPEATED_FLAGS = [
  'kernel',
  'objective',
  'classes',
  'positive',
  'normalize',
  'intercept',
  'limit',
  'skip',
  'coins',
  ...(Object.keys(readerFlags) as (keyof typeof readerFlags)[]),
  ...(Object.keys(vectorizerFlags) as (keyof typeof vectorizerFlags)[]),
] as const

/** The command that repeats the run, with searched values filled in. */
export const repeatCommand = (
  { args: [path = '-'], flags, given }: RunInput,
  classifier: Classifier,
): string => {
  const written = REPEATED_FLAGS.filter((name) => given.has(name)).map((name) => `--${name}=${flags[name]}`)
  const order = flags.shuffle ? ['--shuffle'] : []
  if (flags.resume !== undefined)
    return commandLine(['askance', 'run', path, `--resume=${flags.resume}`, ...written, ...order])
  const { algorithm, seed, preparation } = classifier.config
  const parameters = parametersWithBudget(classifier)
  // The dial search may have changed the normalization of rows made from items.
  const isMade = classifier.input.kind === 'items'
  const length = isMade && !given.has('normalize') ? [`--normalize=${preparation.normalize}`] : []
  const params = Object.keys(parameters).length > 0 ? ['--params', paramsAsFlag(parameters)] : []
  const chosen = ['--algorithm', algorithm, ...params, '--seed', String(seed)]
  return commandLine(['askance', 'run', path, ...chosen, ...length, ...written, ...order])
}
