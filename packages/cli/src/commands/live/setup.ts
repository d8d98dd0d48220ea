import {
  type BudgetSpec,
  Classifier,
  type ClassifierOptions,
  type Counts,
  type LoadOptions,
} from '@askance/core'
import { findAlgorithm } from '@askance/core/internals'
import type { FlagValues, Input } from '../../command/declare.js'
import { cliError } from '../../errors.js'
import type { StoredModel } from '../../files/model-file.js'
import { ReadyRows } from '../../stream/ready-rows.js'
import type { RunData } from '../run/data.js'
import { paramsFromFlag } from '../run/params.js'
import { algorithmFromFlags, optionsFromFlags } from '../run/settings.js'
import type { liveFlags } from './flags.js'

export type LiveInput = Input<typeof liveFlags>
type LiveFlags = FlagValues<typeof liveFlags>

const DEFAULT_RATIO = 0.05
const DEFAULT_AUDIT = 0.01

/** Refuses flags that contradict each other, before anything is read. */
export const checkFlags = ({ flags }: LiveInput): void => {
  const { ratio, labels, protocol, audit, from } = flags
  const refuse = (wrong: boolean, left: string, right: string, reason = ''): void => {
    if (wrong) throw cliError('usage/conflict', { left, right, reason })
  }
  refuse(ratio !== undefined && labels !== undefined, '--ratio', '--labels')
  if (protocol === 'live') return
  refuse(audit !== undefined, '--audit', '--protocol paper', PAPER_REASON)
  const isAlone = from === undefined && !algorithmFromFlags(flags).paced
  refuse(isAlone && ratio !== undefined, '--ratio', '--protocol paper', PAPER_REASON)
  refuse(isAlone && labels !== undefined, '--labels', '--protocol paper', PAPER_REASON)
}

const PAPER_REASON = ': there the rule decides alone'

/** 0.29 · 100 is a little below 29. */
const ROUNDING = 1e-9

/**
 * What may be asked about the items to come, of which there are `size`. Where that is known, so is the number of questions,
 * and more is asked early. Where it is not, questions never run ahead of the share: the stream may end at any moment.
 */
export const budgetFromFlags = (
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

/** Parameters that say what the budget says, which has flags of its own. */
const BUDGET_PARAMETERS = ['ratio', 'horizon']

/** A classifier as the flags say; under the protocol `paper`, the one that `run` plays. */
export const newClassifier = (flags: LiveFlags, data: RunData): Classifier => {
  const { protocol, ratio, labels } = flags
  const isLive = protocol === 'live'
  const options = optionsFromFlags(flags, data, protocol)
  const { paced } = algorithmFromFlags(flags)
  const said = paced && BUDGET_PARAMETERS.find((name) => name in paramsFromFlag(flags.params))
  if (said) throw cliError('usage/dial-given', { flag: 'ratio', parameter: said, where: 'params' })
  const isLimited = isLive || ratio !== undefined || labels !== undefined
  return new Classifier({
    ...options,
    ...(isLimited && { budget: budgetFromFlags(flags, data.rows.size) }),
    ...(isLive && { audit: flags.audit ?? DEFAULT_AUDIT, drift: !flags['no-drift'] }),
    input: new ReadyRows(data.input),
  })
}

/** What a saved model is given other than it has: a model of the published round gets all that the protocol `live` adds. */
export const optionChanges =
  ({ protocol, audit: said, 'no-drift': noDrift }: LiveFlags) =>
  (saved: ClassifierOptions): NonNullable<LoadOptions<never>['options']> => {
    const refuse = (flag: string, given: string, found: string): never => {
      throw cliError('usage/resume', { flag, given, found })
    }
    const wasLive = (saved.protocol ?? 'live') === 'live'
    if (protocol === 'paper' && wasLive) refuse('protocol', 'paper', 'live')
    if (noDrift && saved.drift !== false) refuse('no-drift', 'yes', 'learners that watch for drift')
    if (protocol === 'paper') return {}
    const audit = said ?? DEFAULT_AUDIT
    const measuring = { audit, shadow: audit > 0 }
    if (wasLive) return said === undefined ? {} : measuring
    return { protocol, ...measuring, withdraw: true, drift: !noDrift }
  }

/** The model of `--from` with the budget of the flags. One that had a budget keeps it where they say none. */
export const continueClassifier = (
  { classifier }: StoredModel,
  flags: LiveFlags,
  data: RunData,
): Classifier => {
  const { protocol, algorithm } = classifier.config
  const isSaid = flags.ratio !== undefined || flags.labels !== undefined
  const hasNone = Object.keys(classifier.budget).length === 0
  if (isSaid && protocol === 'paper' && !findAlgorithm(algorithm).paced)
    throw cliError('usage/conflict', { left: '--ratio', right: '--protocol paper', reason: PAPER_REASON })
  if (isSaid || (protocol === 'live' && hasNone))
    classifier.rebudget(budgetFromFlags(flags, data.rows.size, classifier.counts))
  return classifier
}
