import { ruleInputs } from '../budget/steering.js'
import type { DriftAlarm } from '../drift/alarm.js'
import { singlesFromBase64, singlesToBase64 } from '../export/base64.js'
import { doubtOf } from '../parts.js'
import type { Deciding } from '../rounds/deciding.js'
import type { Decided, Decision } from '../rounds/decision.js'
import type { RowBlocks } from '../rows/blocks.js'
import { Row } from '../rows/row.js'
import { featureEnd, withVector } from '../rows/vector.js'
import type { QualityObservation } from './estimators.js'
import type { Drifted, LoggedRow, Observed, PlainRow, Taught, Trace } from './events.js'
import type { Fold } from './fold.js'
import type { LabelStep } from './training-history.js'

/**
 * Creates the event of a decision about the row that was read last. If the log has the item, the event refers to it instead of having
 * what was made from it.
 */
export const observedEvent = <Item>(
  state: Fold<Item>,
  { id, time, row, hasItem }: { id: string; time: number; row: Row; hasItem: boolean },
  { t, predicted, scores, margin, confidence, probability, coin, asked, reason }: Decision,
): Observed => {
  const { rounds, deciding, preparer, input, classes, learned, statistics, threshold } = state
  const { learner, shadow, tally } = learned
  const { spent, rate, dial, measure, audit, thinning } = deciding
  const random = shadow && isRandom(deciding, coin, probability)
  const needsRow = asked || random || statistics !== undefined
  const learnedByInput = hasItem && needsRow ? undefined : input.learned?.()
  // Field by field, in the order of the log, because every item makes an event.
  const trace: Draft<Trace> = { doubt: ruleInputs(doubtOf(learner)), thinning, measure, audit }
  if (random !== undefined) trace.random = random
  trace.lengths = preparer.lengths
  if (needsRow && !hasItem) trace.row = plainRow(row)
  const opinion = asked ? rounds.opinion() : undefined
  if (opinion) trace.opinion = [...opinion]
  if (learnedByInput !== undefined && !hasItem) trace.input = learnedByInput
  const event: Draft<Observed> = {
    type: 'observed',
    t,
    id,
    time,
    predicted: classes[predicted],
    scores: [...scores],
    margin,
    confidence,
  }
  if (threshold !== undefined) event.threshold = threshold
  if (!state.isReady) event.ready = false
  event.probability = probability
  event.coin = coin
  event.asked = asked
  if (reason) event.reason = reason
  event.budget = { spent, rate, dial: Number.isNaN(dial) ? null : dial }
  event.modelVersion = tally.asked
  if (shadow) event.shadow = classes[shadow.reading.predicted]
  event.trace = trace as Trace
  if (hasItem && (needsRow || learnedByInput !== undefined)) event.item = true
  return event as Observed
}

/** A record whose fields are still being added. */
type Draft<Type> = { -readonly [Name in keyof Type]?: Type[Name] }

/**
 * Whether random asking would ask, with the same coin and the same pace: with the probability that the budget requests, and never more
 * often than the model so far. It does not depend on the item.
 */
const isRandom = ({ rate, random, spent }: Deciding, coin: number, probability: number): boolean =>
  probability > 0 && coin < rate && random <= spent

/** Creates the event of an example. */
export const taughtEvent = <Item>(
  state: Fold<Item>,
  item: Item,
  said: Pick<Taught, 'id' | 'label' | 'time' | 'by'>,
): Taught => {
  return { type: 'taught', ...said, ...preparedRow(state, item) }
}

/**
 * The prepared row of a new item, from which the input learns. An item that the learner cannot use throws before that, because no event
 * would record what was learned.
 */
export const newRow = <Item>({ preparer, input }: Fold<Item>, item: Item): Row => {
  preparer.checkItem(item)
  return preparer.prepare(input.row(item, true))
}

/** Prepares the row of an item, from which the input and a self-tuning learner may learn. */
export const preparedRow = <Item>(state: Fold<Item>, item: Item): LoggedRow => {
  const { preparer, input } = state
  const prepared = newRow(state, item)
  state.observeRow(prepared)
  const learned = input.learned?.()
  return {
    row: plainRow(prepared),
    lengths: preparer.lengths,
    ...(learned !== undefined && { input: learned }),
  }
}

/** Creates the event of detected drift. Error-based alarms forget older answers; every alarm respreads the budget. */
export const driftedEvent = <Item>(
  { training, statistics }: Fold<Item>,
  { kind, strength, since }: DriftAlarm,
  time: number,
): Drifted => {
  const answers = training.all.filter((step): step is LabelStep => step.kind === 'answer')
  // A self-tuning learner forgets by itself.
  const first = kind === 'errors' && !statistics ? answers.at(-since)?.at : 0
  return { type: 'drifted', time, kind, strength, since: first ?? 0 }
}

export const plainRow = (row: Row): PlainRow => {
  const { index, value, start } = row
  const end = featureEnd(row)
  return {
    index: [...index.subarray(start, end)],
    value: [...value.subarray(start, end)],
    ...(end < row.end && { vector: singlesToBase64(value.subarray(end, row.end)) }),
  }
}

/** The decision stored in an event, for `Deciding.apply`. */
export const decidedIn = ({ time, asked, confidence, budget, trace }: Observed): Decided => ({
  time,
  asked,
  random: trace.random ?? false,
  confidence,
  rate: budget.rate,
  dial: budget.dial ?? Number.NaN,
  thinning: trace.thinning,
  doubt: trace.doubt,
})

const NO_ROW: PlainRow = { index: [], value: [] }

/** The row of an event; empty if it left none. */
export const rowOf = ({ index, value, vector }: PlainRow = NO_ROW): Row => {
  const row = new Row(new Int32Array(index), new Float64Array(value))
  return vector === undefined ? row : withVector(row, singlesFromBase64(vector))
}

/** A row to keep: a copy of the given one, which is valid until the next call, or of that of the event. */
export const keptRow = (kept: RowBlocks, event: { readonly row?: PlainRow }, row: Row | undefined): Row =>
  kept.copy(row ?? rowOf(event.row))

/** What the quality estimates need to know of a decision. */
export const observationOf = (event: Observed, classes: readonly string[]): QualityObservation => {
  const { predicted, shadow, probability, confidence, modelVersion, asked, trace } = event
  return {
    predicted: classes.indexOf(predicted),
    shadow: shadow === undefined ? -1 : classes.indexOf(shadow),
    probability,
    confidence,
    labels: modelVersion,
    isGuess: !asked && trace.random === true,
  }
}
