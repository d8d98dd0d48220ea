import { Metrics, parseKernel } from '@askance/core'
import { findAlgorithm } from '@askance/core/internals'
import type { IndexBase } from '@askance/data'
import { cliError } from '../../errors.js'
import type { RunNotes, StoredModel } from '../../files/model-file.js'
import { classesFromFlag, orderClasses } from '../../stream/classes.js'
import { parseBase } from '../../stream/reader.js'
import {
  givenVectorizerFlags,
  type VectorizerFlags,
  vectorizerText,
  vectorizerWithFlags,
} from '../../stream/vectorizing.js'
import type { FileCoins } from './coins.js'
import type { KnownData } from './data.js'
import { paramsFromFlag } from './params.js'
import {
  algorithmFromFlags,
  type DataFlags,
  type ModelFlags,
  parametersWithBudget,
  parseIntercept,
  type RunInput,
} from './settings.js'
import { type RunState, runState } from './state.js'

/** What `run` saves with a model. */
export const runNotes = ({ metrics, coins }: RunState, base: IndexBase): { readonly run: RunNotes } => {
  const { asked, updated } = metrics.values()
  return {
    run: {
      metrics: { confusion: [...metrics.confusion()], asked, updated },
      positive: metrics.positive,
      base,
      coinsFromFile: coins ? 1 : 0,
    },
  }
}

/** What a model knows about its data. */
export const knownFromModel = ({ classes, base, input, reader, classifier }: StoredModel): KnownData => ({
  classes,
  base,
  input,
  reader,
  seed: classifier.config.seed,
})

/** The saved run. A model that `run` did not save starts with empty metrics. */
export const resumeRun = (stored: StoredModel, coins: FileCoins | undefined): RunState => {
  const { classifier, classes, run, path } = stored
  const { protocol } = classifier.config
  if (protocol === 'live') throw cliError('model/live', {}, { source: path })
  if (protocol === 'pool') throw cliError('model/pool-continued', {}, { source: path })
  if (!coins && run?.coinsFromFile === 1) throw cliError('coins/expected', {}, { source: path })
  // Coins continue after the rounds of the model.
  coins?.seek(classifier.counts.items)
  const metrics = new Metrics(classes.names.length, classes.positive)
  if (run) metrics.load({ ...run.metrics, confusion: Float64Array.from(run.metrics.confusion) })
  return runState(classifier, metrics, coins)
}

/** Flags that may contradict the model. */
interface ModelInput extends Pick<RunInput, 'given'> {
  readonly flags: ModelFlags & DataFlags
}

/** Rejects flags that contradict the model. */
export const checkAgainst = (stored: StoredModel, { flags, given }: ModelInput): void => {
  const { classifier, base } = stored
  const { config } = classifier
  const parameters = parametersWithBudget(classifier)
  const refuse = (flag: string, wanted: unknown, found: unknown): void => {
    if (given.has(flag) && !same(wanted, found))
      throw cliError('usage/resume', { flag, given: asText(wanted), found: asText(found) })
  }
  for (const flag of ['algorithm', 'learner', 'rule'] as const)
    refuse(flag, algorithmFromFlags(flags).name, findAlgorithm(config.algorithm).name)
  refuse('kernel', flags.kernel && parseKernel(flags.kernel), config.kernel)
  refuse('objective', flags.objective, findAlgorithm(config.algorithm).paced ? config.objective : undefined)
  refuse('seed', flags.seed, config.seed)
  refuse('normalize', flags.normalize, config.preparation.normalize)
  refuse('intercept', parseIntercept(flags.intercept), config.preparation.intercept)
  refuse('base', parseBase(flags.base), base)
  for (const [name, value] of Object.entries(paramsFromFlag(flags.params)))
    refuse('params', { [name]: value }, { [name]: parameters[name] })
  checkVectorizer(stored, flags)
  checkClasses(stored, { flags, given }, refuse)
}

const checkVectorizer = ({ input }: StoredModel, flags: VectorizerFlags): void => {
  const [flag] = givenVectorizerFlags(flags)
  if (flag === undefined) return
  const found = input.config.vectorizer
  if (!found) throw cliError('data/no-vectorizer', { flag })
  const wanted = vectorizerWithFlags(found, flags)
  if (!same(wanted, found))
    throw cliError('usage/resume', {
      flag,
      given: flags[flag],
      found: vectorizerText(found),
    })
}

const checkClasses = (
  { classes: found }: StoredModel,
  { flags, given }: ModelInput,
  refuse: (flag: string, wanted: unknown, found: unknown) => void,
): void => {
  const names = classesFromFlag(flags.classes)
  const savedPositive = names ? undefined : found.names[found.positive]
  const wanted = orderClasses(names ?? found.names, flags.positive ?? savedPositive)
  refuse('classes', wanted.names, found.names)
  if (given.has('positive')) refuse('positive', wanted.names[wanted.positive], found.names[found.positive])
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')
