import { type Algorithm, findAlgorithm, type ModelConfig, type Parameter, queries } from '@askance/core'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { share, significant } from '../../terminal/numbers.js'
import type { StatusLine } from '../../terminal/status-line.js'
import type { FileCoins } from './coins.js'
import type { Data } from './data.js'
import { newGame, play } from './game.js'
import { paramsFromFlag } from './params.js'
import type { Result } from './result.js'
import { searchDial } from './search.js'
import type { RunFlags } from './settings.js'

interface Aimed {
  readonly config: ModelConfig
  readonly search: Result['search']
}

/** The configuration with the dial of its rule set as `--ratio` or `--labels` want it. */
export const aimed = async (
  context: Context,
  flags: RunFlags,
  config: ModelConfig,
  { classes, items }: Data,
  coins: FileCoins | undefined,
  status: StatusLine,
): Promise<Aimed> => {
  if (flags.ratio === undefined && flags.labels === undefined) return { config, search: undefined }
  const algorithm = findAlgorithm(config.algorithm)
  const { parameter, more } = dialOf(algorithm, flags)
  const size = items.size ?? 0
  if (size === 0) throw cliError('data/empty', {}, { source: items.source })
  const wanted = flags.labels ?? (flags.ratio ?? 0) * size
  if (wanted > size) throw cliError('ratio/labels', { labels: wanted, items: size })
  const turned = (value: number): ModelConfig => ({
    ...config,
    parameters: { ...config.parameters, [parameter.name]: value },
  })
  // Its dial is the ratio itself.
  if (algorithm.rule === queries.random) return { config: turned(wanted / size), search: undefined }
  const found = await searchDial({
    algorithm,
    parameter,
    more,
    wanted,
    items: size,
    async pass(value) {
      const game = newGame(turned(value), classes, coins)
      const { broken } = await play(game, items)
      if (broken) throw broken
      return game.metrics.values().asked
    },
    told({ value, asked }, passes) {
      const text = `pass ${passes}: ${parameter.name} = ${significant(value)} asks about ${share(asked / size)}, wanted ${share(wanted / size)}`
      if (context.stderr.isTTY) status.show(() => text)
      else if (!flags.quiet) context.stderr.write(`${text}\n`)
    },
  })
  return { config: turned(found.value), search: { ...found, parameter: parameter.name, wanted } }
}

/** The parameter to turn, which the user must not have set. */
const dialOf = (
  { name, rule, parameters }: Algorithm,
  flags: RunFlags,
): { parameter: Parameter; more: 'up' | 'down' } => {
  const flag = flags.ratio === undefined ? 'labels' : 'ratio'
  const { dial, summary } = rule
  const parameter = parameters.find((known) => known.name === dial?.parameter)
  if (!dial || !parameter) throw cliError('usage/dial-missing', { algorithm: name, summary, flag })
  if (parameter.name in paramsFromFlag(flags.params))
    throw cliError('usage/dial-given', { flag, parameter: parameter.name })
  return { parameter, more: dial.more }
}
