import type { StreamEvent } from './classifier.js'
import { type LabelOrLabels, labelOf } from './label-values.js'
import { questionRank } from './queue.js'
import type { Stream } from './stream.js'

/** Updates queue, votes, labellers and curve after an event of the classifier. */
export const followEvent = (stream: Stream, event: StreamEvent): void => {
  const { classifier, queue, votes, labellers } = stream
  // A new item needs no lookup, and most events are about one.
  const isAbout = 'id' in event && event.type !== 'observed'
  const asked = isAbout ? classifier.question(event.id) : undefined
  stream.curve.take(event, classifier.counts.items, asked?.time)
  stream.labels.follow(event, asked)
  stream.checks.follow(event)
  stream.wide?.follow(event)
  switch (event.type) {
    case 'observed':
    case 'chosen':
      if (event.asked) queue.add(event.id, event.t, questionRank(event))
      break
    case 'answered':
    case 'corrected':
      queue.remove(event.id)
      votes.settle(event.id, labelOf(event))
      if (event.by !== undefined) answeredBy(stream, event.id, event.by, labelOf(event))
      break
    case 'skipped':
    case 'unsure':
      queue.remove(event.id)
      if (event.by !== undefined) labellers.record(event.by, event.id, event.type)
      break
    case 'expired':
    case 'withdrawn':
      queue.remove(event.id)
      labellers.makeFinal(event.id)
      break
    case 'forgotten':
      votes.settle(event.id, undefined)
      labellers.makeFinal(event.id)
      break
    case 'reopened':
      reopened(stream, event.id, event.by)
      break
    case 'reviewed': {
      const question = classifier.question(event.id)
      if (question) queue.rerank(event.id, questionRank(question))
    }
  }
}

/** Records the labeller of an answer. Votes have been recorded before. */
const answeredBy = (
  { classifier, labellers, votes }: Stream,
  id: string,
  by: string,
  label: LabelOrLabels,
) => {
  labellers.makeFinal(id)
  // An external label over votes is final: it can be corrected but not undone.
  const isTaught = classifier.question(id)?.reason === 'taught'
  if (!isTaught && votes.on(id).length === 0) labellers.record(by, id, 'answers', label)
}

const reopened = (
  { classifier, labellers, queue, votes }: Stream,
  id: string,
  by: string | undefined,
): void => {
  const question = classifier.question(id)
  if (!question) return
  votes.settle(id, undefined)
  queue.add(id, question.t, questionRank(question))
  const given = votes.on(id)
  for (const vote of given) queue.voted(id, vote.by)
  const voters = given.map((vote) => vote.by)
  if (by !== undefined && !voters.includes(by)) labellers.undo(by, id)
  labellers.makeFinal(id, voters)
}
