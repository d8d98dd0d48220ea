import {
  type Algorithm,
  findAlgorithm,
  type Measure,
  type ModelConfig,
  type Objective,
  type Preparation,
  parametersOf,
  parseKernel,
  resolveParameters,
  usualNormalization,
  usualObjective,
} from '@askance/core'
import type { FlagValues, Input } from '../../command/declare.js'
import { cliError } from '../../errors.js'
import type { Classes } from '../../stream/classes.js'
import type { Data } from './data.js'
import type { algorithmFlags, dataFlags, rowFlags, runFlags } from './flags.js'
import { paramsFromFlag } from './params.js'

export type RunFlags = FlagValues<typeof runFlags>
/** What decides how data is read: it is loaded where a share of it is to be asked about. */
export type DataFlags = FlagValues<typeof dataFlags> & Pick<RunFlags, 'ratio' | 'labels' | 'algorithm'>
/** What decides how a model is built. */
export type ModelFlags = FlagValues<typeof algorithmFlags & typeof rowFlags> & Pick<RunFlags, 'seed'>
export type RunInput = Input<typeof runFlags>

/** Refuses flags that contradict each other, before anything is read. */
export const checkFlags = ({ args: [path], flags }: RunInput): void => {
  const refuse = (wrong: boolean, left: string, right: string, reason = ''): void => {
    if (wrong) throw cliError('usage/conflict', { left, right, reason })
  }
  const target = flags.ratio !== undefined ? '--ratio' : '--labels'
  const searching = flags.ratio !== undefined || flags.labels !== undefined
  refuse(flags.ratio !== undefined && flags.labels !== undefined, '--ratio', '--labels')
  refuse(searching && flags.resume !== undefined, target, '--resume', ': the model keeps its parameters')
  refuse(flags.trace === '-' && flags.json, '--trace -', '--json', ': both want the standard output')
  refuse(flags.bits !== undefined && flags.dictionary !== undefined, '--bits', '--dictionary')
  refuse(flags.coins === '-' && path === '-', '--coins -', 'DATA -', ': both want the standard input')
}

const USUAL_ALGORITHM = 'auto'

/** Which algorithm the flags choose. */
export const algorithmOf = ({ algorithm = USUAL_ALGORITHM }: Pick<RunFlags, 'algorithm'>): Algorithm =>
  findAlgorithm(algorithm)

/** How the model is to be built, as the flags say; what they leave out takes the algorithm's defaults. */
export const configOf = (flags: ModelFlags, { classes, input }: Data): ModelConfig => {
  const { names } = classes
  const { name: algorithm, paced = false } = algorithmOf(flags)
  const kernel = flags.kernel === undefined ? undefined : parseKernel(flags.kernel)
  const parameters = resolveParameters(
    algorithm,
    parametersOf(algorithm, kernel),
    paramsFromFlag(flags.params),
  )
  const preparation: Preparation = {
    // One that tunes itself scales rows by itself.
    normalize:
      flags.normalize ?? (input?.rows === 'text' && !paced ? 'l2' : usualNormalization(algorithm, kernel)),
    intercept: interceptOf(flags.intercept),
  }
  const objective = objectiveOf(flags.objective, paced ? undefined : algorithm, classes)
  const { seed } = flags
  return {
    algorithm,
    parameters,
    ...(kernel && { kernel }),
    classes: names,
    preparation,
    seed,
    ...(objective && { objective }),
    ...(input && { input: { ...input.config } }),
  }
}

/** What an algorithm that tunes itself is to be good at; `fixed` is the name of one that does not. */
const objectiveOf = (
  wanted: Measure | undefined,
  fixed: string | undefined,
  { names, positive }: Classes,
): Objective | undefined => {
  const isBinary = names.length === 2
  if (wanted !== undefined && fixed !== undefined)
    throw cliError('usage/conflict', {
      left: '--objective',
      right: `--algorithm ${fixed}`,
      reason: ': only auto can be told what to be good at',
    })
  if (wanted !== undefined && wanted !== 'accuracy' && !isBinary)
    throw cliError('usage/value', {
      flag: 'objective',
      found: wanted,
      expected: `accuracy, as there are ${names.length} classes`,
    })
  if (fixed !== undefined) return undefined
  return isBinary ? { measure: wanted ?? usualObjective.measure, positive } : { measure: 'accuracy' }
}

/** Rows of text alone are scaled as wholes; beside columns the vectorizer has scaled the text. */

export const interceptOf = (text: string | undefined): Preparation['intercept'] => {
  if (text === undefined || text === 'none') return 'none'
  if (text === 'auto') return 'auto'
  const value = Number(text)
  if (!(Number.isFinite(value) && value > 0) || text.trim() === '')
    throw cliError('usage/value', {
      flag: 'intercept',
      found: text,
      expected: 'auto, none or a number above 0',
    })
  return value
}
