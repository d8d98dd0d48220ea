import { type LabelOrLabels, readLabels, storedLabels } from '../stream/label-values.js'
import type { GivenLabel } from '../stream/labels.js'
import type { Stream } from '../stream/stream.js'
import type { ByLabeller } from './answers.js'
import { askedItem } from './lists.js'
import { firstInSlices, inSlices, operation } from './operation.js'
import type { AskedItem, DoubtfulItem } from './types.js'

/** How many of the latest labels are compared with the current model. */
const MAX_COMPARED = 2000
/** From this probability on, the model contradicts a label. */
const MIN_CONTRADICTION = 0.8

/**
 * Labels to check, the most doubtful first: items about which several people disagree, or labels that the model contradicts
 * with a high probability. Labels that were confirmed are omitted.
 */
export const doubtful = operation({
  reads: true,
  *handle(
    stream,
    {
      kind,
      limit,
      isLabeller,
    }: { readonly kind: 'disagreements' | 'mistakes'; readonly limit: number } & ByLabeller,
    { by },
  ): Generator<void, readonly DoubtfulItem[]> {
    const viewer = isLabeller ? by : undefined
    const order = (one: DoubtfulItem, other: DoubtfulItem): number =>
      other.doubt - one.doubt || other.t - one.t
    if (kind === 'disagreements')
      return yield* firstInSlices(
        [...stream.votes.ids(), ...stream.checks.ids()],
        (id) => disagreement(stream, id, viewer),
        order,
        limit,
      )
    return (yield* mistakes(stream, viewer)).sort(order).slice(0, limit)
  },
})

/** The share of the votes that differ from the most frequent label. */
const disagreement = (stream: Stream, id: string, viewer?: string): DoubtfulItem | undefined => {
  const item = stream.labels.get(id)?.confirmed ? undefined : askedItem(stream, id, viewer)
  const counts = new Map<string, number>()
  for (const { label } of item?.votes ?? [])
    if (label !== undefined) counts.set(keyOf(label), (counts.get(keyOf(label)) ?? 0) + 1)
  if (!item || counts.size < 2) return undefined
  const sum = [...counts.values()].reduce((all, count) => all + count, 0)
  const ranked = [...counts].sort((one, other) => other[1] - one[1])
  const suggested = item.answer ?? readLabels(ranked[0]![0])
  return { ...item, doubt: 1 - ranked[0]![1] / sum, suggested }
}

/**
 * Compares labels with the model as it is now, and with what it predicted before it knew them. Labels that somebody else is asked to check
 * are left out for a `viewer`: they may be the one.
 */
function* mistakes(stream: Stream, viewer?: string): Generator<void, DoubtfulItem[]> {
  const isBlind = (id: string, by: string | undefined): boolean =>
    viewer !== undefined && by !== viewer && stream.checks.isWaiting(id)
  const latest = yield* firstInSlices(
    stream.labels,
    (given) => (given[1].confirmed || isBlind(given[0], given[1].by) ? undefined : given),
    ([, one], [, other]) => other.t - one.t,
    MAX_COMPARED,
  )
  const compared = yield* inSlices(latest, ([id, given]) => contradiction(stream, id, given))
  return compared.flatMap((item) => item ?? [])
}

/** Several labels are the same in any order. */
const keyOf = (label: LabelOrLabels): string =>
  storedLabels(typeof label === 'string' ? label : label.toSorted())

const contradiction = (stream: Stream, id: string, { label }: GivenLabel): DoubtfulItem | undefined => {
  const { classifier } = stream
  const item = askedItem(stream, id)
  const question = classifier.question(id)
  if (!item || !question) return undefined
  const now = classifier.predictQuestion(id)
  if (typeof label !== 'string') return contradictedClasses(item, label, now.probabilities)
  const before = classifier.classes[Number(question.predicted)]
  const opinions = [
    { label: String(now.predicted), probability: now.probabilities[String(now.predicted)] ?? 0 },
    ...(before === undefined ? [] : [{ label: before, probability: question.confidence }]),
  ].filter((opinion) => opinion.label !== label && opinion.probability >= MIN_CONTRADICTION)
  const [strongest] = opinions.sort((one, other) => other.probability - one.probability)
  return strongest && { ...item, doubt: strongest.probability, suggested: strongest.label }
}

/** In a multi-label stream, the model can contradict single classes. */
const contradictedClasses = (
  item: AskedItem,
  labels: readonly string[],
  probabilities: Readonly<Record<string, number>>,
): DoubtfulItem | undefined => {
  const classes = Object.entries(probabilities).map(([label, probability]) => {
    const isGiven = labels.includes(label)
    return { label, isGiven, doubt: isGiven ? 1 - probability : probability }
  })
  const doubt = Math.max(0, ...classes.map((one) => one.doubt))
  if (doubt < MIN_CONTRADICTION) return undefined
  const suggested = classes.filter((one) => one.isGiven !== one.doubt >= MIN_CONTRADICTION)
  return { ...item, doubt, suggested: suggested.map(({ label }) => label) }
}
