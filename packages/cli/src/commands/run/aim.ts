import { leastAsking } from '@askance/bench'
import { type Algorithm, type Dial, dialOf, findAlgorithm, type ModelConfig } from '@askance/core'
import { share, significant } from '@askance/core/internals'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import type { StatusLine } from '../../terminal/status-line.js'
import type { FileCoins } from './coins.js'
import type { Data } from './data.js'
import { type Easing, easing, withinReach } from './easing.js'
import { newGame, play } from './game.js'
import { paramsFromFlag } from './params.js'
import { parametersInWords, type Result } from './result.js'
import type { RunFlags } from './settings.js'
import { turnDial } from './turn.js'

interface Aimed {
  readonly config: ModelConfig
  readonly search: Result['search']
}

/** The configuration with the dial of its rule set as `--ratio` or `--labels` want it. */
export const aimed = async (
  context: Context,
  flags: RunFlags,
  given: ModelConfig,
  { classes, rows, input }: Data,
  coins: FileCoins | undefined,
  status: StatusLine,
): Promise<Aimed> => {
  const config = withHorizon(flags, given, rows.size)
  if (flags.ratio === undefined && flags.labels === undefined) return { config, search: undefined }
  const algorithm = findAlgorithm(config.algorithm)
  const { parameter, more, isExact } = freeDial(algorithm, flags)
  const size = rows.size ?? 0
  if (size === 0) throw cliError('data/empty', {}, { source: rows.name })
  const wanted = flags.labels ?? (flags.ratio ?? 0) * size
  if (wanted > size) throw cliError('ratio/labels', { labels: wanted, items: size })
  const turned = (base: ModelConfig, value: number): ModelConfig => ({
    ...base,
    parameters: { ...base.parameters, [parameter.name]: value },
  })
  if (isExact) return { config: turned(config, flags.ratio ?? wanted / size), search: undefined }
  let passes = 0
  const pass = async (base: ModelConfig, value: number): Promise<number> => {
    const game = newGame(turned(base, value), classes, coins)
    const { broken } = await play(game, rows)
    if (broken) throw broken
    const { asked } = game.metrics.values()
    const { ridge, normalize } = easing(config, base)
    const settings = parametersInWords({ [parameter.name]: value, ...(ridge && { ridge }) })
    const unscaled = normalize ? ', rows as they are,' : ''
    const text = `pass ${++passes}: ${settings}${unscaled} asks about ${share(asked / size)}, wanted ${share(wanted / size)}`
    if (context.stderr.isTTY) status.show(() => text)
    else if (!flags.quiet) context.stderr.write(`${text}\n`)
    return asked
  }
  return withinReach<Aimed>(config, {
    wanted,
    items: size,
    hasFloor: algorithm.rule.needs === 'variance',
    canRaise: config.parameters.ridge !== undefined && !('ridge' in paramsFromFlag(flags.params)),
    canUnscale: flags.normalize === undefined && input?.config.vectorizer?.text !== undefined,
    floor: (base) => pass(base, leastAsking(parameter, more)),
    unattainable: (base, asked) =>
      cliError('ratio/unattainable', {
        wanted: share(wanted / size),
        algorithm: algorithm.name,
        end: 'lowest',
        reached: share(asked / size),
        ...lowestPlace(parameter.name, leastAsking(parameter, more), easing(config, base)),
      }),
    async search(base) {
      const dial = { algorithm, parameter, more, wanted, items: size }
      const found = await turnDial({ ...dial, pass: (value) => pass(base, value) })
      const search = { ...found, passes, parameter: parameter.name, wanted, ...easing(config, base) }
      return { config: turned(base, found.value), search }
    },
  })
}

const lowestPlace = (parameter: string, value: number, { ridge }: Easing) => ({
  parameter,
  value: `${significant(value)}${ridge === undefined ? '' : ` and ridge = ${ridge}`}`,
})

/** The parameter to turn, which the user must not have set. */
const freeDial = (algorithm: Algorithm, flags: RunFlags): Dial => {
  const flag = flags.ratio === undefined ? 'labels' : 'ratio'
  const { name, rule } = algorithm
  const dial = dialOf(algorithm)
  if (!dial) throw cliError('usage/dial-missing', { algorithm: name, summary: rule.summary, flag })
  if (dial.parameter.name in paramsFromFlag(flags.params))
    throw cliError('usage/dial-given', { flag, parameter: dial.parameter.name, where: 'params' })
  return dial
}

/** One that keeps to a budget is told how many items will come, where that is known: a part of the data may be played on. */
const withHorizon = (flags: RunFlags, config: ModelConfig, size: number | undefined): ModelConfig => {
  const { paced } = findAlgorithm(config.algorithm)
  const isTarget = flags.ratio !== undefined || flags.labels !== undefined
  const isPart = !isTarget && (flags.limit !== undefined || flags.skip > 0)
  if (!paced || !size || isPart || 'horizon' in paramsFromFlag(flags.params)) return config
  return { ...config, parameters: { ...config.parameters, horizon: size } }
}
