import { type Found, reach } from '@askance/bench/play'
import type { Algorithm } from '@askance/core'
import { type Dial, dialOf, findAlgorithm, share, significant } from '@askance/core/internals'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import type { StatusLine } from '../../terminal/status-line.js'
import type { RunData } from './data.js'
import { paramsFromFlag } from './params.js'
import { parametersText } from './result.js'
import type { RunFlags, RunOptions } from './settings.js'

/** Settings that were relaxed so that the rule can ask as little as requested. */
interface Relaxation {
  readonly ridge?: number
  readonly normalize?: RunOptions['preparation']['normalize']
}

/** The result of the dial search. */
export interface DialSearch extends Relaxation {
  readonly parameter: string
  readonly value: number
  readonly asked: number
  readonly wanted: number
  readonly passes: number
}

export interface TunedOptions {
  readonly options: RunOptions
  readonly search?: DialSearch
}

interface Trials {
  /** How many labels an item is asked about at most: 1, or the number of classes with --multi-label. */
  readonly classes: number
  /** Plays all items and returns how many labels were asked for. */
  askedWith(options: RunOptions): Promise<number>
}

/** Sets the dial of the query rule so that it asks about `--ratio` or `--labels` items. */
export const tuneDial = async (
  context: Context,
  flags: RunFlags,
  given: RunOptions,
  { rows, input }: RunData,
  { classes, askedWith }: Trials,
  status: StatusLine,
): Promise<TunedOptions> => {
  const start = withHorizon(flags, given, rows.size)
  if (flags.ratio === undefined && flags.labels === undefined) return { options: start }
  const algorithm = findAlgorithm(start.algorithm)
  const { parameter, more, isExact } = freeDial(algorithm, flags)
  const items = (rows.size ?? 0) * classes
  if (items === 0) throw cliError('data/empty', {}, { source: rows.name })
  const wanted = flags.labels ?? (flags.ratio ?? 0) * items
  if (wanted > items) throw cliError('ratio/labels', { labels: wanted, items })
  const turned = (base: RunOptions, value: number): RunOptions => ({
    ...base,
    parameters: { ...base.parameters, [parameter.name]: value },
  })
  if (isExact) return { options: turned(start, flags.ratio ?? wanted / items) }
  let passes = 0
  const isTextual = input.config.vectorizer?.text !== undefined
  const canUnscale = isTextual && flags.normalize === undefined && start.preparation.normalize !== 'none'
  const canRaise = start.parameters.ridge !== undefined && !('ridge' in paramsFromFlag(flags.params))
  const { config: base, found } = await reach<RunOptions>({
    parameter,
    more,
    wanted,
    hasFloor: algorithm.rule.needs === 'variance',
    configs: canUnscale ? [start, withoutNormalization(start)] : [start],
    ...(canRaise && { eased: withRaisedRidge }),
    async asked(tried, value) {
      const asked = await askedWith(turned(tried, value))
      const { ridge, normalize } = relaxationBetween(start, tried)
      const settings = parametersText({ [parameter.name]: value, ...(ridge && { ridge }) })
      const length = normalize ? ', rows not scaled,' : ''
      const text = `pass ${++passes}: ${settings}${length} asks about ${share(asked / items)}, target ${share(wanted / items)}`
      if (context.stderr.isTTY) status.show(() => text)
      else if (!flags.quiet) context.stderr.write(`${text}\n`)
      return asked
    },
  })
  const eased = relaxationBetween(start, base)
  if (found.status !== 'reached')
    throw unattainableError(found, {
      algorithm: algorithm.name,
      parameter: parameter.name,
      wanted,
      items,
      ...eased,
    })
  const { value, asked } = found
  const search = { value, asked, passes, parameter: parameter.name, wanted, ...eased }
  return { options: turned(base, value), search }
}

/** The target is outside the range of the rule, or in a gap of it. */
export const unattainableError = (
  { value, asked, status, trials }: Found,
  {
    algorithm,
    parameter,
    wanted,
    items,
    ridge,
  }: Relaxation &
    Pick<DialSearch, 'parameter' | 'wanted'> & { readonly algorithm: string; readonly items: number },
): Error => {
  const place = `${significant(value)}${ridge === undefined ? '' : ` and ridge = ${ridge}`}`
  const detail = { wanted: share(wanted / items), algorithm, parameter, value: place }
  if (status !== 'gap') {
    const end = status === 'too few' ? 'highest' : 'lowest'
    return cliError('ratio/unattainable', { ...detail, end, reached: share(asked / items) })
  }
  const counts = trials.map((trial) => trial.asked)
  return cliError('ratio/gap', {
    ...detail,
    below: share(Math.max(...counts.filter((count) => count < wanted)) / items),
    above: share(Math.min(...counts.filter((count) => count > wanted)) / items),
  })
}

const relaxationBetween = (before: RunOptions, after: RunOptions): Relaxation => {
  const { ridge } = after.parameters
  const { normalize } = after.preparation
  return {
    ...(ridge !== undefined && ridge !== before.parameters.ridge && { ridge }),
    ...(normalize !== before.preparation.normalize && { normalize }),
  }
}

/** In rows of length 1, known features weigh little compared with unknown ones. */
const withoutNormalization = (options: RunOptions): RunOptions => ({
  ...options,
  preparation: { ...options.preparation, normalize: 'none' },
})

/** Each step multiplies the ridge by about 3. */
const RIDGE_STEP = Math.sqrt(10)

/** With a small ridge, a rule that asks about rare features asks about every row that has one. */
const withRaisedRidge = (options: RunOptions, step: number): RunOptions => {
  const { ridge = 1 } = options.parameters
  // Rounded, so that it is easy to read and type.
  const higher = Number((ridge * RIDGE_STEP ** step).toPrecision(2))
  return { ...options, parameters: { ...options.parameters, ridge: higher } }
}

/** The dial of the rule; --params must not set it. */
const freeDial = (algorithm: Algorithm, flags: RunFlags): Dial => {
  const flag = flags.ratio === undefined ? 'labels' : 'ratio'
  const { name, rule } = algorithm
  const dial = dialOf(algorithm)
  if (!dial) throw cliError('usage/dial-missing', { algorithm: name, summary: rule.summary, flag })
  if (dial.parameter.name in paramsFromFlag(flags.params))
    throw cliError('usage/dial-given', { flag, parameter: dial.parameter.name, where: 'params' })
  return dial
}

/** A paced algorithm gets the number of items if the whole data is played; a part may be continued later. */
const withHorizon = (flags: RunFlags, options: RunOptions, size: number | undefined): RunOptions => {
  const { paced } = findAlgorithm(options.algorithm)
  const isTarget = flags.ratio !== undefined || flags.labels !== undefined
  const isPart = !isTarget && (flags.limit !== undefined || flags.skip > 0)
  if (!paced || !size || isPart || 'horizon' in paramsFromFlag(flags.params)) return options
  return { ...options, parameters: { ...options.parameters, horizon: size } }
}
