import { commandLine } from '../../command/parse.js'
import { readerFlags } from '../../stream/reader.js'
import { vectorizerFlags } from '../../stream/vectorizing.js'
import { paramsAsFlag } from './params.js'
import type { RunInput, RunOptions } from './settings.js'

/** Flags that affect the result; they are repeated as given. */
const REPEATED_FLAGS = [
  'kernel',
  'objective',
  'classes',
  'positive',
  'normalize',
  'intercept',
  'scaling',
  'limit',
  'skip',
  'coins',
  ...(Object.keys(readerFlags) as (keyof typeof readerFlags)[]),
  'labels-separator',
  ...(Object.keys(vectorizerFlags) as (keyof typeof vectorizerFlags)[]),
  'vectors',
] as const

/** The options of a run that its command must state. */
type RepeatedOptions = Pick<RunOptions, 'algorithm' | 'seed' | 'preparation' | 'parameters'>

/**
 * The command that repeats the run, with searched values filled in. `isMade`: rows were made from items, so that the dial
 * search may have changed their normalization.
 */
export const repeatCommand = (
  { args: [path = '-'], flags, given }: RunInput,
  options: RepeatedOptions,
  isMade: boolean,
): string => {
  const written = REPEATED_FLAGS.filter((name) => given.has(name)).flatMap((name) =>
    [flags[name]].flat().map((value) => `--${name}=${value}`),
  )
  const order = [...(flags['multi-label'] ? ['--multi-label'] : []), ...(flags.shuffle ? ['--shuffle'] : [])]
  if (flags.resume !== undefined)
    return commandLine(['askance', 'run', path, `--resume=${flags.resume}`, ...written, ...order])
  const { algorithm, seed, preparation, parameters } = options
  const length = isMade && !given.has('normalize') ? [`--normalize=${preparation.normalize}`] : []
  const params = Object.keys(parameters).length > 0 ? ['--params', paramsAsFlag(parameters)] : []
  const chosen = ['--algorithm', algorithm, ...params, '--seed', String(seed)]
  return commandLine(['askance', 'run', path, ...chosen, ...length, ...written, ...order])
}
