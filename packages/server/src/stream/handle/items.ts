import { type Explanation, type Observed, sparseRow } from '@askance/core'
import { serverError } from '../../errors.js'
import { checkShape, type Shape, shapeOf } from '../input.js'
import type { Circumstances, Decision, NamedItem, Prediction, Request, SentItem } from '../operations.js'
import type { Stream } from '../stream.js'

export const observe = (
  stream: Stream,
  request: Request<'observe'>,
  circumstances: Circumstances,
): readonly Decision[] => {
  const { time } = circumstances
  const items = request.items as readonly NamedItem[]
  prepareItems(stream, items, circumstances)
  stream.queue.expire(time)
  return items.map((item) => {
    const decision = stream.classifier.observe(item, item.id, { time, ask: !stream.config.paused })
    stream.keep(item, decision, time)
    return decisionOf(decision)
  })
}

export const teach = (
  stream: Stream,
  { items }: Request<'teach'>,
  circumstances: Circumstances,
): { readonly taught: number } => {
  const { time, by } = circumstances
  prepareLessons(stream, items, circumstances)
  for (const { label, ...sent } of items) {
    const item = sent as NamedItem
    if (stream.classifier.question(item.id)) stream.classifier.answer(item.id, label, { time, by })
    else {
      stream.classifier.teach(item, label, item.id, { time, by })
      stream.keep(item, undefined, time)
    }
  }
  return { taught: items.length }
}

export const predict = (stream: Stream, { items }: Request<'predict'>): readonly Prediction[] => {
  checkedShape(stream, items)
  return items.map((item) => predictionOf(stream, item))
}

export const explain = (stream: Stream, request: Request<'explain'>): Explanation => {
  if ('id' in request) {
    stream.questionOf(request.id)
    return stream.classifier.explain(request.id)
  }
  checkedShape(stream, [request.item])
  return stream.classifier.explainItem(stream.shape ? request.item : NOTHING)
}

/** A decision without what only the log needs. */
export const decisionOf = ({ type: _, trace: __, ...decision }: Observed): Decision => decision

/** Before the first items came nothing is known of them: every one is as good as an empty row. */
const NOTHING: SentItem = { row: { index: [], value: [] } }

const predictionOf = ({ classifier, shape }: Stream, item: SentItem): Prediction => {
  const probabilities = classifier.predictProba(shape ? item : NOTHING)
  const predicted = classifier.predict(shape ? item : NOTHING)
  return { predicted, confidence: probabilities[predicted] ?? 0, probabilities }
}

/** All items are looked at before the first is taken, so that a bad one changes nothing. */
export const prepareItems = (stream: Stream, items: readonly SentItem[], { time }: Circumstances): void => {
  checkIds(stream, items as readonly NamedItem[])
  prepare(stream, items, time)
}

export const prepareLessons = (
  stream: Stream,
  items: Request<'teach'>['items'],
  { time }: Circumstances,
): void => {
  checkLabels(items)
  checkTaught(stream, items)
  prepare(stream, items, time)
}

const prepare = (stream: Stream, items: readonly SentItem[], time: number): void => {
  const shape = checkedShape(stream, items)
  if (!stream.shape && items.length > 0) stream.happens({ type: 'shaped', time, vectorizer: shape })
}

/** How these items become rows; refuses those that cannot. */
const checkedShape = ({ shape: known, classifier }: Stream, items: readonly SentItem[]): Shape => {
  items.forEach(({ row }, k) => {
    if (row) checkRow(row, k + 1)
  })
  const shape = known ?? shapeOf(items, classifier.classes.length)
  items.forEach((item, k) => {
    checkShape(item, shape, k + 1)
  })
  return shape
}

const checkLabels = (items: Request<'teach'>['items']): void =>
  items.forEach(({ label }, k) => {
    if (label === '') throw serverError('item/shape', { number: k + 1, reason: 'its label is empty' })
  })

/** What was taught before may be taught again; what was asked about may not. */
const checkTaught = ({ classifier }: Stream, items: Request<'teach'>['items']): void =>
  items.forEach(({ id = '' }, k) => {
    const reason = classifier.question(id)?.reason
    if (reason !== undefined && reason !== 'taught') throw serverError('item/repeated', { number: k + 1, id })
  })

const checkRow = ({ index, value }: NonNullable<SentItem['row']>, number: number): void => {
  try {
    sparseRow(index, value)
  } catch (error) {
    throw serverError('item/shape', { number, reason: (error as Error).message })
  }
}

const checkIds = ({ classifier }: Stream, items: readonly { readonly id: string }[]): void => {
  const ids = new Set<string>()
  for (const [k, { id }] of items.entries()) {
    if (ids.has(id) || classifier.question(id)) throw serverError('item/repeated', { number: k + 1, id })
    ids.add(id)
  }
}
