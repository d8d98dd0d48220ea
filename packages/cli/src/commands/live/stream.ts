import { type Classifier, type ClassifierEvent, type Metrics, Row } from '@askance/core'
import type { RowBatch, RowSource } from '@askance/data'
import type { Sink } from '../../files/sink.js'
import type { Classes } from '../../stream/classes.js'

/** A live classifier on data whose labels are known: they are given as answers, and judge the predictions. */
export interface Play {
  readonly classifier: Classifier
  /** What is true of the predictions, which in real life nobody knows. */
  readonly truth: Metrics
  readonly alarms: ClassifierEvent[]
}

export interface PlayOptions {
  /** How many items come before a question is answered. */
  readonly delay: number
  readonly log?: Sink
  /** Is told how many items were played, and how much of the source was read. */
  told(items: number, done: number | undefined): void
}

/** Plays all items: each is observed, and each question answered after the delay. */
export const playLive = async (
  { classifier, truth, alarms }: Play,
  rows: RowSource,
  { names }: Classes,
  { delay, log, told }: PlayOptions,
): Promise<void> => {
  const due: { readonly at: number; readonly id: string; readonly label: string }[] = []
  let next = 0
  let t = 0
  classifier.log = (event) => {
    if (event.type === 'drifted') alarms.push(event)
    log?.add(JSON.stringify(event))
  }
  const answer = (): void => {
    for (let first = due[next]; first && first.at <= t; first = due[++next])
      classifier.answer(first.id, first.label)
  }
  for await (const batch of rows.batches()) {
    const row = new Row(batch.rows.index, batch.rows.value)
    for (let p = batch.from; p < batch.to; p++) {
      const { view, label } = at(batch, p, row)
      const { id, predicted, asked } = classifier.observe({ row: view })
      truth.add(names.indexOf(predicted), label, asked, asked)
      if (asked) due.push({ at: t + delay, id, label: names[label] ?? '' })
      answer()
      t++
    }
    await log?.flush()
    told(t, batch.done)
  }
}

const at = ({ rows, labels, order }: RowBatch, p: number, row: Row): { view: Row; label: number } => {
  const i = order?.[p] ?? p
  return { view: rows.view(i, row), label: labels[i] ?? 0 }
}
