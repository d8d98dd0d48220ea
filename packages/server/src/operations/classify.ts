import { type LabelOrLabels, labelProperty } from '../stream/label-values.js'
import type { Stream } from '../stream/stream.js'
import { toPrediction } from './items.js'
import { inSlices, operation } from './operation.js'
import type { LabelledItem, NamedItem } from './types.js'

/** The label of each item: the one that was given, or else the prediction of the current model. `finish` a pool first. */
export const classify = operation({
  reads: true,
  isLong: true,
  handle(
    stream,
    { items }: { readonly items: readonly NamedItem[] },
  ): Generator<void, readonly LabelledItem[]> {
    return stream.pool ? inPool(stream, items) : inStream(stream, items)
  },
})

function* inStream(stream: Stream, items: readonly NamedItem[]): Generator<void, readonly LabelledItem[]> {
  return yield* inSlices(items, (item) => {
    const { predicted, probabilities } = toPrediction(stream, item)
    const given = stream.labels.get(item.id)?.label
    return labelledItem(stream, item.id, given, predicted, probabilities)
  })
}

/** In a pool, an answer is valid for identical items too. */
function* inPool(stream: Stream, items: readonly NamedItem[]): Generator<void, readonly LabelledItem[]> {
  const { pool } = stream
  const found = pool?.labelledNow(items.map((item) => ({ id: item.id, item }))) ?? []
  const classes = pool?.classes ?? []
  return yield* inSlices(found, ({ id, label, known, probabilities }) => {
    const byClass = Object.fromEntries(classes.map((one, k) => [one, probabilities[k] ?? 0]))
    return labelledItem(stream, id, known ? label : undefined, label, byClass)
  })
}

/** Who gave a label; several people are separated by commas. */
const givenBy = ({ labels, votes }: Stream, id: string): string | undefined => {
  const voters = votes.on(id).map(({ by }) => by)
  return labels.get(id)?.by ?? (voters.length > 0 ? voters.join(', ') : undefined)
}

const labelledItem = (
  stream: Stream,
  id: string,
  given: LabelOrLabels | undefined,
  predicted: LabelOrLabels,
  probabilities: Readonly<Record<string, number>>,
): LabelledItem => {
  if (given === undefined) return { id, ...labelProperty(predicted), source: 'prediction', probabilities }
  const question = stream.classifier.question(id)
  const by = givenBy(stream, id)
  return {
    id,
    ...labelProperty(given),
    source: question?.reason === 'taught' ? 'example' : 'answer',
    ...(by !== undefined && { by }),
    probabilities,
  }
}
