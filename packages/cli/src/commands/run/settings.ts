import {
  type Algorithm,
  type Classifier,
  type ClassifierOptions,
  type Measure,
  type Parameters,
  type Preparation,
  type Protocol,
  parseKernel,
  preparationFor,
} from '@askance/core'
import { defaultObjective, findAlgorithm, parametersOf, resolveParameters } from '@askance/core/internals'
import type { FlagValues, Input } from '../../command/declare.js'
import { cliError, conflictError, refuseConflict } from '../../errors.js'
import { algorithmNameFromFlags } from '../combination.js'
import type { RunData } from './data.js'
import type { algorithmFlags, dataFlags, rowFlags, runFlags } from './flags.js'
import { paramsFromFlag } from './params.js'

export type RunFlags = FlagValues<typeof runFlags>
type AlgorithmFlag = 'algorithm' | 'learner' | 'rule'
/** Flags that affect how data is read. */
export type DataFlags = FlagValues<typeof dataFlags> & Pick<RunFlags, AlgorithmFlag>
/** Flags that affect how a model is built. */
export type ModelFlags = FlagValues<typeof algorithmFlags & typeof rowFlags> & Pick<RunFlags, 'seed'>
export type RunInput = Input<typeof runFlags>

/** Rejects contradicting flags before reading data. */
export const checkFlags = ({ args: [path], flags }: RunInput): void => {
  algorithmNameFromFlags(flags)
  const target = flags.ratio !== undefined ? '--ratio' : '--labels'
  const searching = flags.ratio !== undefined || flags.labels !== undefined
  refuseConflict(flags.ratio !== undefined && flags.labels !== undefined, '--ratio', '--labels')
  refuseConflict(
    searching && flags.resume !== undefined,
    target,
    '--resume',
    '; the model keeps its parameters',
  )
  refuseConflict(
    flags.trace === '-' && flags.json,
    '--trace -',
    '--json',
    '; both write to the standard output',
  )
  refuseConflict(flags.bits !== undefined && flags.dictionary !== undefined, '--bits', '--dictionary')
  const unsaved = '; a model does not keep it. --normalize scales rows, --scale the columns of tables'
  for (const name of ['save', 'resume'] as const)
    refuseConflict(
      flags.scaling !== undefined && flags[name] !== undefined,
      '--scaling',
      `--${name}`,
      unsaved,
    )
  for (const name of ['coins', 'positive'] as const)
    refuseConflict(flags['multi-label'] && flags[name] !== undefined, '--multi-label', `--${name}`)
  refuseConflict(flags.coins === '-' && path === '-', '--coins -', 'DATA -', '; both read the standard input')
}

const DEFAULT_ALGORITHM = 'auto'

export const algorithmFromFlags = (flags: Pick<RunFlags, AlgorithmFlag>): Algorithm =>
  findAlgorithm(algorithmNameFromFlags(flags) ?? DEFAULT_ALGORITHM)

/** Classifier options with everything that flags can set. */
export type RunOptions = ClassifierOptions &
  Required<Pick<ClassifierOptions, 'algorithm' | 'preparation' | 'seed'>> & {
    readonly parameters: Parameters
  }

/** Classifier options from the flags, with the algorithm's defaults. */
export const optionsFromFlags = (
  flags: ModelFlags,
  { classes, input }: Pick<RunData, 'classes' | 'input'>,
  protocol: Protocol,
): RunOptions => {
  const { names, positive } = classes
  const { name: algorithm, paced = false } = algorithmFromFlags(flags)
  const kernel = flags.kernel === undefined ? undefined : parseKernel(flags.kernel)
  const parameters = resolveParameters(
    algorithm,
    parametersOf(algorithm, kernel),
    paramsFromFlag(flags.params),
  )
  const { normalize, intercept } = flags
  const objective = objectiveFromFlags(flags.objective, paced ? undefined : algorithm, names.length)
  return {
    algorithm,
    parameters,
    ...(kernel && { kernel }),
    classes: names,
    protocol,
    preparation: {
      ...preparationFor(algorithm, { rows: input.rows, protocol, ...(kernel && { kernel }) }),
      ...(normalize !== undefined && { normalize }),
      ...(intercept !== undefined && { intercept: parseIntercept(intercept) }),
    },
    positive: names[positive] ?? '',
    ...(objective && { objective }),
    seed: flags.seed,
  }
}

/** The parameters for `--params`; for a paced algorithm they include the budget. */
export const parametersWithBudget = ({
  config,
  budget,
}: Pick<Classifier, 'config' | 'budget'>): Parameters => {
  const { ratio, horizon = 0 } = budget
  const isPaced = findAlgorithm(config.algorithm).paced && ratio !== undefined
  return isPaced ? { ratio, horizon, ...config.parameters } : config.parameters
}

/** The objective of a self-tuning algorithm; `fixed` is the name of an algorithm without one. */
const objectiveFromFlags = (
  wanted: Measure | undefined,
  fixed: string | undefined,
  classes: number,
): Measure | undefined => {
  const isBinary = classes === 2
  if (wanted !== undefined && fixed !== undefined)
    throw conflictError('--objective', `--algorithm ${fixed}`, '; only auto has an objective')
  if (wanted !== undefined && wanted !== 'accuracy' && !isBinary)
    throw cliError('usage/value', {
      flag: 'objective',
      found: wanted,
      expected: `accuracy, because there are ${classes} classes`,
    })
  if (fixed !== undefined) return undefined
  return isBinary ? (wanted ?? defaultObjective.measure) : 'accuracy'
}

export const parseIntercept = (text: string | undefined): Preparation['intercept'] => {
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
