import type { Pool } from '@askance/core'
import { serverError } from '../errors.js'
import type { ItemExplanation, ObservedEvent, StreamClassifier } from '../stream/classifier.js'
import type { KeptItem } from '../stream/draft.js'
import { bounded } from '../stream/explanation.js'
import { checkShape, checkVectors, detectShape, type Shape } from '../stream/input.js'
import type { LabelOrLabels } from '../stream/label-values.js'
import { checkMemory, checkNewClasses, checkRow } from '../stream/memory.js'
import type { Stream } from '../stream/stream.js'
import { wideShape, wideVector } from '../stream/wide.js'
import { checkedLabel } from './answers.js'
import { planExamples, planItems, type TaughtItems, toDecision } from './known-items.js'
import { inSlices, type OperationContext, operation } from './operation.js'
import type { AddedItem, NamedItem, Prediction, Received, SentItem, TaughtSentItem } from './types.js'

export interface Items {
  readonly items: readonly SentItem[]
}

/** Predicts items and asks about some of them. A pool stores them, and is asked for questions later. */
export const observe = operation({
  isBlind: true,
  plan: planItems,
  handle(stream, { items }: Items, context): Generator<void, readonly Received[]> {
    // `planItems` has added missing ids.
    const named = (items as readonly NamedItem[]).map((item) => ({ id: item.id, item }))
    return observeItems(stream, named, context, (event) => ('type' in event ? toDecision(event) : event))
  },
})

/** Predicts new items, or adds them to a pool. `view` makes the results, from the line of an event in the log too. */
export function* observeItems<Value>(
  stream: Stream,
  kept: readonly KeptItem[],
  context: OperationContext,
  view: (event: ObservedEvent | AddedItem, line: string) => Value,
): Generator<void, Value[]> {
  const { time } = context
  if (stream.wide) throw serverError('cluster/off', { stream: stream.id })
  checkNew(stream, kept)
  decideShape(
    stream,
    kept.map(({ item }) => item),
    context,
  )
  stream.queue.expire(time)
  return yield* inSlices(kept, (one) => {
    if (stream.pool) return addedTo(stream, stream.pool, one, time, view)
    const decision = stream.classifier.observe(one.item, one.id, { time, ask: !stream.config.paused })
    return view(decision, stream.keep(one, decision, time))
  })
}

const addedTo = <Value>(
  stream: Stream,
  pool: Pool<SentItem>,
  kept: KeptItem,
  time: number,
  view: (added: AddedItem, line: string) => Value,
): Value => {
  pool.add(kept.item, kept.id, { time })
  const t = pool.counts.items
  return view({ id: kept.id, t, time, asked: false }, stream.keep(kept, { t }, time))
}

/** Learns examples. */
export const teach = operation({
  plan: planExamples,
  *handle(
    stream,
    { items, stored = [] }: TaughtItems,
    context,
  ): Generator<void, { readonly taught: number }> {
    const { time, by, limits } = context
    checkTaught(stream, items)
    const labels = items.map((item) => checkedLabel(stream, item))
    checkNewClasses(stream, labels, limits)
    decideShape(stream, items, context)
    yield* inSlices([...items.entries()], ([k, sent]) => {
      const item = withoutLabel(sent)
      const label = labels[k] as LabelOrLabels
      if (stream.classifier.question(item.id)) stream.classifier.answer(item.id, label, { time, by })
      else {
        stream.classifier.teach(item, label, item.id, { time, by })
        if (!stored.includes(item.id)) stream.keep({ id: item.id, item }, EXAMPLE, time)
      }
    })
    return { taught: items.length }
  },
  measure: (metrics, _, { taught }) => metrics.label('taught', 'learned', taught),
})

const EXAMPLE = { t: 0 }

/** `planExamples` has added missing ids. */
const withoutLabel = (sent: TaughtSentItem): NamedItem => {
  const { label: _, labels: __, ...item } = sent as SentItem & { label?: string; labels?: readonly string[] }
  return item as NamedItem
}

export const predict = operation({
  reads: true,
  *handle(stream, { items }: Items): Generator<void, readonly Prediction[]> {
    checkedShape(stream, items)
    return yield* inSlices(items, (item) => toPrediction(stream, item))
  },
})

export const explain = operation({
  reads: true,
  handle(stream, { id, item }: { readonly id?: string; readonly item?: SentItem }): ItemExplanation {
    const { classifier, shape } = stream
    if (id !== undefined) stream.askedQuestion(id)
    const asked = id === undefined ? undefined : classifier.explain(id)
    // A question of a multi-label stream has only the classes asked about.
    if (asked && !(classifier.multiLabel && item)) return bounded(asked)
    if (item) checkedShape(stream, [item])
    const { reason, reasonText } = asked ?? {}
    return {
      ...bounded(classifier.explainItem(shape && item ? item : EMPTY)),
      ...(reason && reasonText !== undefined && { reason, reasonText }),
    }
  },
})

/** Stands for any item before the first items have decided the shape. */
const EMPTY: SentItem = { row: { index: [], value: [] } }

export const toPrediction = ({ classifier, shape }: Stream, item: SentItem): Prediction => {
  const { predicted, probabilities } = classifier.forecast(shape ? item : EMPTY)
  const { ready, threshold } = classifier
  return {
    predicted,
    confidence: confidenceIn(predicted, probabilities),
    ...(threshold !== undefined && { threshold }),
    ready,
    probabilities,
  }
}

/** The probability of the predicted label; with several labels, that of the least certain class. */
export const confidenceIn = (
  predicted: LabelOrLabels,
  probabilities: Readonly<Record<string, number>>,
): number =>
  typeof predicted === 'string'
    ? (probabilities[predicted] ?? 0)
    : Math.min(...Object.entries(probabilities).map(([label, p]) => (predicted.includes(label) ? p : 1 - p)))

/** Checks all items before the first is observed, so that an invalid one changes nothing. */
export const decideShape = (
  stream: Stream,
  items: readonly SentItem[],
  { time, limits }: OperationContext,
): void => {
  const shape = checkedShape(stream, items)
  if (!stream.shape) checkMemory(stream, { shape }, limits)
  items.forEach((item, k) => {
    checkRow(stream, item, k + 1, limits)
  })
  if (!stream.shape && items.length > 0) stream.happens({ type: 'shaped', time, vectorizer: shape })
}

/** The shape of the stream or of its first items; throws if an item does not match it. */
const checkedShape = (stream: Stream, items: readonly SentItem[]): Shape => {
  const { shape: known, classifier } = stream
  const shape = known ?? firstShape(stream, items)
  items.forEach((item, k) => {
    checkShape(item, shape, k + 1)
    if (stream.wide && item.vector) throw wideVector(k + 1)
  })
  checkVectors(classifier, items)
  return shape
}

const firstShape = ({ classifier, wide }: Stream, items: readonly SentItem[]): Shape => {
  const shape = detectShape(items, learnedClasses(classifier), classifier.config.algorithm ?? 'auto')
  return wide ? wideShape(shape) : shape
}

/** With several labels for an item, each class is learned by a classifier with two classes. */
const learnedClasses = ({ multiLabel, classes }: StreamClassifier): number =>
  multiLabel ? 2 : classes.length

/** An imported model may have questions about items that are not in this store. */
const checkNew = ({ classifier }: Stream, items: readonly KeptItem[]): void =>
  items.forEach(({ id }, k) => {
    if (classifier.question(id)) throw serverError('item/repeated', { number: k + 1, id })
  })

/** An example may be sent again, but an item that was asked may not be taught. */
const checkTaught = ({ classifier }: Stream, items: readonly TaughtSentItem[]): void =>
  items.forEach(({ id = '' }, k) => {
    const reason = classifier.question(id)?.reason
    if (reason !== undefined && reason !== 'taught') throw serverError('item/repeated', { number: k + 1, id })
  })
