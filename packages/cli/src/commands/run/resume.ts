import { Metrics, numberIn, parseKernel, SeededCoins, type State, stateIn } from '@askance/core'
import type { IndexBase, ItemInput, ItemInputConfig } from '@askance/data'
import { cliError } from '../../errors.js'
import { modelOf, type StoredModel } from '../../files/model-file.js'
import { arrangedClasses, classesFromFlag } from '../../stream/classes.js'
import { inputIn } from '../../stream/open.js'
import { baseOf } from '../../stream/reader.js'
import { givenVectorizerFlags, vectorizerInWords, withFlags } from '../../stream/vectorizing.js'
import type { FileCoins } from './coins.js'
import type { Known } from './data.js'
import type { Game } from './game.js'
import { paramsFromFlag } from './params.js'
import { interceptOf, type RunInput } from './settings.js'

/** What `run` keeps in a file beside the model. */
export const extraOf = ({ metrics, coins }: Game, base: IndexBase, input?: ItemInput): State => ({
  metrics: metrics.save(),
  positive: metrics.positive,
  base,
  coinsFromFile: coins ? 1 : 0,
  ...(input?.vectorizer && { vectorizer: input.save() }),
})

/** What a model that is resumed tells of the data to come. */
export const knownOf = ({ classes, base, config, extra }: StoredModel): Known => ({
  classes,
  base,
  seed: config.seed,
  input: inputIn(config, extra),
})

/** How many rounds were played before. */
export const roundsOf = (stored: StoredModel): number => metricsIn(stored).values().items

/** The game of the file, at the point where it was left. */
export const resumedGame = (stored: StoredModel, coins: FileCoins | undefined): Game => {
  const { config, extra, path } = stored
  const metrics = metricsIn(stored)
  if (!coins && numberIn(extra, 'coinsFromFile') === 1) throw cliError('coins/expected', {}, { source: path })
  if (!coins) return { model: modelOf(stored, new SeededCoins(config.seed)), metrics }
  // The coin stream goes on in the file where the rounds of the model ended.
  const { items } = metrics.values()
  const own = coins.after(items)
  return { model: modelOf(stored, own), metrics, coins: own }
}

const metricsIn = ({ config, extra, path }: StoredModel): Metrics => {
  if (!('metrics' in extra)) throw cliError('model/extra', {}, { source: path })
  const metrics = new Metrics(config.classes.length, numberIn(extra, 'positive'))
  metrics.load(stateIn(extra, 'metrics'))
  return metrics
}

/** Refuses flags that want something else than the model is. */
export const checkAgainst = (stored: StoredModel, { flags, given }: RunInput): void => {
  const { config } = stored
  const refuse = (flag: string, wanted: unknown, found: unknown): void => {
    if (given.has(flag) && !same(wanted, found))
      throw cliError('usage/resume', { flag, given: shown(wanted), found: shown(found) })
  }
  refuse('algorithm', flags.algorithm?.toLowerCase(), config.algorithm.toLowerCase())
  refuse('kernel', flags.kernel && parseKernel(flags.kernel), config.kernel)
  refuse('objective', flags.objective, config.objective?.measure)
  refuse('seed', flags.seed, config.seed)
  refuse('normalize', flags.normalize, config.preparation.normalize)
  refuse('intercept', interceptOf(flags.intercept), config.preparation.intercept)
  refuse('base', baseOf(flags.base), stored.base)
  for (const [name, value] of Object.entries(paramsFromFlag(flags.params)))
    refuse('params', { [name]: value }, { [name]: config.parameters[name] })
  checkVectorizer(stored, flags)
  checkClasses(stored, { flags, given }, refuse)
}

const checkVectorizer = ({ config: { input } }: StoredModel, flags: RunInput['flags']): void => {
  const [flag] = givenVectorizerFlags(flags)
  if (flag === undefined) return
  const found = (input as ItemInputConfig | undefined)?.vectorizer
  if (!found) throw cliError('data/no-vectorizer', { flag })
  const wanted = withFlags(found, flags)
  if (!same(wanted, found))
    throw cliError('usage/resume', {
      flag,
      given: flags[flag],
      found: vectorizerInWords(found),
    })
}

const checkClasses = (
  { classes: found }: StoredModel,
  { flags, given }: Pick<RunInput, 'flags' | 'given'>,
  refuse: (flag: string, wanted: unknown, found: unknown) => void,
): void => {
  const names = flags.classes === undefined ? found.names : classesFromFlag(flags.classes)
  const usual = flags.classes === undefined ? found.names[found.positive] : undefined
  const wanted = arrangedClasses(names, flags.positive ?? usual)
  refuse('classes', wanted.names, found.names)
  if (given.has('positive')) refuse('positive', wanted.names[wanted.positive], found.names[found.positive])
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')
