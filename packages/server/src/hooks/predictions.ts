import type { DeliveryMerge, DeliveryRecord, HookFilter, HookRecord, NewDelivery } from '../store/records.js'
import type { ObservedEvent } from '../stream/classifier.js'
import { decisionsIn } from '../stream/multi-label-events.js'

/** The event of predictions. It is about every item, so webhooks must name it: `*` does not include it. */
export const PREDICTED = 'item.predicted'

/** How many predictions, and about how many bytes, a message has at most. */
const MAX_PREDICTIONS = 500
const MAX_BYTES = 256 * 1024
/** Predictions of the same second are due together and sent in one message. */
const TOGETHER = 1000

/** A prediction in a message. */
interface Prediction {
  /** The number of the log event. */
  readonly seq: number
  readonly id: string
  readonly t: number
  readonly time: number
  readonly predicted: string | readonly string[]
  readonly confidence: number
  readonly asked: boolean
  readonly ready: boolean
}

interface PredictionMessage {
  readonly type: typeof PREDICTED
  readonly stream: string
  readonly seq: number
  readonly time: number
  readonly data: { readonly predictions: readonly Prediction[] }
}

/** A decision and its number in the log. */
export interface NumberedDecision {
  readonly seq: number
  readonly event: ObservedEvent
}

export const wantsPredictions = ({ events }: HookRecord): boolean => events.includes(PREDICTED)

const isReady = (event: ObservedEvent): boolean =>
  'scores' in event
    ? event.ready !== false
    : decisionsIn(event.parts ?? []).every(([, part]) => part.ready !== false)

/**
 * Whether a prediction passes the filter of a webhook. In a multi-label stream, one of the predicted labels must pass. A model
 * that has not learned two classes predicts nothing worth acting on, so no filter lets it pass.
 */
export const passes = (
  { classes, minConfidence = 0, maxConfidence = 1 }: HookFilter,
  event: ObservedEvent,
): boolean => {
  if (!isReady(event)) return false
  const isMeant = (label: string): boolean => !classes || classes.includes(label)
  const isSure = (confidence: number): boolean => confidence >= minConfidence && confidence <= maxConfidence
  if (typeof event.predicted === 'string') return isMeant(event.predicted) && isSure(event.confidence)
  if (!classes) return isSure(event.confidence)
  return decisionsIn('parts' in event ? (event.parts ?? []) : []).some(
    ([label, { confidence }]) => event.predicted.includes(label) && isMeant(label) && isSure(confidence),
  )
}

const toPrediction = ({ seq, event }: NumberedDecision): Prediction => {
  const { id, t, time, predicted, confidence, asked } = event
  return { seq, id, t, time, predicted, confidence, asked, ready: isReady(event) }
}

/** Splits a list into runs within both limits; a run has at least one entry. */
const limitedRuns = <One>(
  list: readonly One[],
  countOf: (one: One) => number,
  sizeOf: (one: One) => number,
): readonly (readonly One[])[] => {
  const runs: One[][] = []
  let [count, size] = [0, 0]
  for (const one of list) {
    const last = runs.at(-1)
    count += countOf(one)
    size += sizeOf(one)
    if (last && count <= MAX_PREDICTIONS && size <= MAX_BYTES) last.push(one)
    else {
      runs.push([one])
      count = countOf(one)
      size = sizeOf(one)
    }
  }
  return runs
}

/** The messages about the decisions of a page for the webhooks that want them. */
export const predictionDeliveries = (
  hooks: readonly HookRecord[],
  decisions: readonly NumberedDecision[],
  { stream, time }: { readonly stream: string; readonly time: number },
): readonly NewDelivery[] =>
  hooks.flatMap(({ id: hook, filter }) => {
    const passed = decisions.filter(({ event }) => !filter || passes(filter, event)).map(toPrediction)
    const due = Math.ceil(time / TOGETHER) * TOGETHER
    const sizeOf = (one: Prediction): number => JSON.stringify(one).length
    return limitedRuns(passed, () => 1, sizeOf).map((predictions) => ({
      hook,
      event: PREDICTED,
      body: bodyOf(stream, predictions),
      due,
    }))
  })

const bodyOf = (stream: string, predictions: readonly Prediction[]): string => {
  const { seq, time } = predictions[0] as Prediction
  return JSON.stringify({
    type: PREDICTED,
    stream,
    seq,
    time,
    data: { predictions },
  } satisfies PredictionMessage)
}

/** The number of predictions in a message, which is not parsed: quotation marks within a string are escaped. */
const countIn = (body: string): number => body.split('"confidence":').length - 1

const predictionsIn = (body: string): readonly Prediction[] =>
  (JSON.parse(body) as PredictionMessage).data.predictions

/**
 * Which waiting messages with predictions are sent as one. A message that may have been sent keeps its body, so that a retry repeats
 * what its id stands for.
 */
export const mergesOf = (waiting: readonly DeliveryRecord[]): readonly DeliveryMerge[] => {
  const fresh = waiting.filter(({ event, attempts }) => event === PREDICTED && attempts === 0)
  return [...new Set(fresh.map(({ hook }) => hook))].flatMap((hook) => {
    return limitedRuns(
      fresh.filter((one) => one.hook === hook),
      ({ body }) => countIn(body),
      ({ body }) => body.length,
    )
      .filter((run) => run.length > 1)
      .map((run) => mergeOf(hook, run))
  })
}

const mergeOf = (hook: string, run: readonly DeliveryRecord[]): DeliveryMerge => {
  const { body, due } = run[0] as DeliveryRecord
  const { stream } = JSON.parse(body) as PredictionMessage
  const predictions = run.flatMap((one) => predictionsIn(one.body))
  return {
    delivery: { hook, event: PREDICTED, body: bodyOf(stream, predictions), due },
    replaced: run.map(({ number }) => number),
  }
}
