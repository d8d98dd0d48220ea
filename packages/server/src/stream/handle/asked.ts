import type { AnsweredQuestion, Question } from '@askance/core'
import type { AskedItem, Request } from '../operations.js'
import type { Stream } from '../stream.js'

export const asked = ({ classifier }: Stream, { ids }: Request<'asked'>): readonly AskedItem[] => {
  const questions = ids.flatMap((id) => classifier.question(id) ?? [])
  const wanted = new Set(questions.filter(({ state }) => state === 'answered').map(({ id }) => id))
  const labels = new Map<string, string>()
  if (wanted.size > 0)
    for (const { question, label } of classifier.answered)
      if (wanted.has(question.id)) labels.set(question.id, label)
  return questions
    .filter(({ reason }) => reason !== 'taught')
    .map((question) => askedItem(question, labels.get(question.id)))
}

export const wrong = (
  { classifier }: Stream,
  { before = Number.POSITIVE_INFINITY, predicted, limit }: Request<'wrong'>,
): readonly AskedItem[] => {
  const found: AnsweredQuestion[] = []
  for (const answered of classifier.answered) {
    const said = classifier.classes[answered.question.predicted]
    if (said === answered.label || answered.question.t >= before) continue
    if (predicted === undefined || said === predicted) found.push(answered)
  }
  return found
    .sort((one, other) => other.question.t - one.question.t)
    .slice(0, limit)
    .map(({ question, label }) => askedItem(question, label))
}

const askedItem = (
  { id, t, reason, probability, state }: Readonly<Question>,
  answer: string | undefined,
): AskedItem => ({ id, t, reason, probability, state, ...(answer !== undefined && { answer }) })
