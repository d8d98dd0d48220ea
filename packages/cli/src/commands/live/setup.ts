import { type BudgetSpec, Classifier, type ClassifierOptions, type LoadOptions } from '@askance/core'
import { type Counts, DEFAULT_MEASURE, findAlgorithm } from '@askance/core/internals'
import type { FlagValues, Input } from '../../command/declare.js'
import { cliError, conflictError, refuseConflict } from '../../errors.js'
import type { StoredModel } from '../../files/model-file.js'
import { ReadyRows } from '../../stream/ready-rows.js'
import type { RunData } from '../run/data.js'
import { paramsFromFlag } from '../run/params.js'
import { algorithmFromFlags, optionsFromFlags } from '../run/settings.js'
import type { liveFlags } from './flags.js'

export type LiveInput = Input<typeof liveFlags>
type LiveFlags = FlagValues<typeof liveFlags>

const DEFAULT_RATIO = 0.05

/** Rejects contradicting flags before reading data. */
export const checkFlags = ({ flags }: LiveInput): void => {
  const { ratio, labels, protocol, measure, from } = flags
  refuseConflict(ratio !== undefined && labels !== undefined, '--ratio', '--labels')
  if (protocol === 'live') return
  refuseConflict(measure !== undefined, '--measure', '--protocol paper', PAPER_REASON)
  const isPaperRule = from === undefined && !algorithmFromFlags(flags).paced
  refuseConflict(isPaperRule && ratio !== undefined, '--ratio', '--protocol paper', PAPER_REASON)
  refuseConflict(isPaperRule && labels !== undefined, '--labels', '--protocol paper', PAPER_REASON)
}

const PAPER_REASON = '; there, only the query rule decides'

/** 0.29 · 100 is slightly below 29. */
const ROUNDING = 1e-9

/**
 * The budget for the next `size` items. With a known size, more is asked early. Without it, questions never run ahead of
 * the ratio, because the stream may end at any moment.
 */
const budgetFromFlags = (
  { ratio = DEFAULT_RATIO, labels }: Pick<LiveFlags, 'ratio' | 'labels'>,
  size: number | undefined,
  { items, spent }: Pick<Counts, 'items' | 'spent'> = NO_COUNTS,
): BudgetSpec => {
  const horizon = size ? { horizon: items + size } : {}
  if (labels !== undefined) return { total: spent + labels, ...horizon }
  if (!size) return { ratio, credit: Math.max(0, spent - ratio * items) }
  return items === 0
    ? { ratio, ...horizon }
    : { total: spent + Math.floor(ratio * size + ROUNDING), ...horizon }
}

const NO_COUNTS = { items: 0, spent: 0 }

/** Parameters that the budget flags set. */
const BUDGET_PARAMETERS = ['ratio', 'horizon']

/** A classifier from the flags; with the protocol `paper`, the same as in `run`. */
export const newClassifier = (flags: LiveFlags, data: RunData): Classifier => {
  const { protocol, ratio, labels } = flags
  const isLive = protocol === 'live'
  const options = optionsFromFlags(flags, data, protocol)
  const { paced } = algorithmFromFlags(flags)
  const budgetParameter = paced && BUDGET_PARAMETERS.find((name) => name in paramsFromFlag(flags.params))
  if (budgetParameter)
    throw cliError('usage/dial-given', { flag: 'ratio', parameter: budgetParameter, where: 'params' })
  const isLimited = isLive || ratio !== undefined || labels !== undefined
  return new Classifier({
    ...options,
    ...(isLimited && { budget: budgetFromFlags(flags, data.rows.size) }),
    ...(isLive && { measure: flags.measure ?? DEFAULT_MEASURE, drift: !flags['no-drift'] }),
    input: new ReadyRows(data.input),
  })
}

/** The options to change in a saved model: a model of the protocol `paper` gets everything that `live` adds. */
export const optionChanges =
  ({ protocol, measure: measureFlag, 'no-drift': noDrift }: LiveFlags) =>
  (saved: ClassifierOptions): NonNullable<LoadOptions<never>['options']> => {
    const refuse = (flag: string, given: string, found: string): never => {
      throw cliError('usage/resume', { flag, given, found })
    }
    const wasLive = (saved.protocol ?? 'live') === 'live'
    if (protocol === 'paper' && wasLive) refuse('protocol', 'paper', 'live')
    if (noDrift && saved.drift !== false) refuse('no-drift', 'yes', 'drift detection')
    if (protocol === 'paper') return {}
    const measure = measureFlag ?? DEFAULT_MEASURE
    const measuring = { measure, shadow: measure > 0 }
    if (wasLive) return measureFlag === undefined ? {} : measuring
    return { protocol, ...measuring, withdraw: true, drift: !noDrift }
  }

/** The model of `--from` with the budget of the flags; without those, it keeps its own. */
export const continueClassifier = (
  { classifier }: StoredModel,
  flags: LiveFlags,
  data: RunData,
): Classifier => {
  const { protocol, algorithm } = classifier.config
  const hasBudgetFlag = flags.ratio !== undefined || flags.labels !== undefined
  const hasNone = Object.keys(classifier.budget).length === 0
  if (hasBudgetFlag && protocol === 'paper' && !findAlgorithm(algorithm).paced)
    throw conflictError('--ratio', '--protocol paper', PAPER_REASON)
  if (hasBudgetFlag || (protocol === 'live' && hasNone))
    classifier.rebudget(budgetFromFlags(flags, data.rows.size, classifier.counts))
  return classifier
}
