import { isTaught, type Question } from './question.js'
import type { Questions } from './questions.js'
import type { TrainingStep } from './training-history.js'

/** The number of latest answers that tell how long an answer takes. */
const LATEST = 500
const MIN_RESPONSE = 0.05

/** Which questions are answered, and which answers also stand for questions that are still open. */
export interface Response {
  /**
   * The share of the questions that were answered, among those that are closed, or open for longer than half of the answers took.
   * Withdrawn questions do not count.
   */
  readonly share: number
  /** By what P of all items is multiplied in the variances, since not every question has an answer. */
  readonly effective: number
  /** By what the weight 1/P of an answer is multiplied; 1 if it is missing here. */
  readonly factors: ReadonlyMap<Question, number>
}

export const responseOf = (questions: Questions, steps: readonly TrainingStep[], items: number): Response => {
  const usual = usualDelay(steps)
  const asked: Question[] = []
  let [answered, closed, overdue] = [0, 0, 0]
  for (const question of questions) {
    const { state, t } = question
    if (isTaught(question) || state === 'withdrawn') continue
    if (state === 'answered' || isAwaited(question)) asked.push(question)
    if (state === 'answered') answered++
    else if (!isAwaited(question)) closed++
    else if (state !== 'open' || items - t > usual) overdue++
  }
  if (answered === 0) return { share: 1, effective: 1, factors: new Map() }
  const share = Math.max(MIN_RESPONSE, answered / (answered + closed + overdue))
  const factors = factorsOf(asked)
  let [sum, squares] = [answered, answered]
  for (const factor of factors.values()) {
    sum += factor - 1
    squares += factor * factor - 1
  }
  const effective = Math.max(MIN_RESPONSE, answered / (answered + closed)) * (sum / squares)
  return { share, effective, factors }
}

/** Whether an answer may still come. One that was forgotten leaves its question as if it had never been answered. */
const isAwaited = ({ state }: Question): boolean => state === 'open' || state === 'forgotten'

/**
 * The latest questions are more often open, while the model changes: their share of the weight is carried by answers from about the
 * same time. Questions in the order of asking form groups, from the newest to the oldest; a group ends where at least half of it is
 * answered. With a answers and o other questions in its group, an answer counts as one of probability P·a/(a + o) (response homogeneity
 * groups: C.-E. Särndal, B. Swensson, J. Wretman 1992, Model Assisted Survey Sampling, 15.6). What is left at the old end joins the next
 * groups until half is answered, so that no answer stands for many old questions alone.
 */
export const factorsOf = (asked: readonly Question[]): Map<Question, number> => {
  const groups: Group[] = []
  let [end, answers, open] = [asked.length, 0, 0]
  for (let start = asked.length - 1; start >= 0; start--) {
    if (asked[start].state === 'answered') answers++
    else open++
    if (start > 0 && answers < Math.max(1, open)) continue
    groups.push({ start, end, answers, open })
    ;[end, answers, open] = [start, 0, 0]
  }
  let oldest = groups.pop()
  while (oldest && oldest.answers < Math.max(1, oldest.open)) {
    const next = groups.pop()
    if (!next) break
    oldest = {
      start: 0,
      end: next.end,
      answers: oldest.answers + next.answers,
      open: oldest.open + next.open,
    }
  }
  if (oldest) groups.push(oldest)
  const factors = new Map<Question, number>()
  for (const group of groups) {
    if (group.open === 0 || group.answers === 0) continue
    const factor = (group.answers + group.open) / group.answers
    for (const question of asked.slice(group.start, group.end))
      if (question.state === 'answered') factors.set(question, factor)
  }
  return factors
}

interface Group {
  readonly start: number
  readonly end: number
  readonly answers: number
  readonly open: number
}

/** The median of the number of items between a question and its answer. */
const usualDelay = (steps: readonly TrainingStep[]): number => {
  const delays: number[] = []
  for (let k = steps.length - 1; k >= 0 && delays.length < LATEST; k--) {
    const step = steps[k]
    if (step.kind === 'answer') delays.push(Math.max(0, (step.items ?? step.at) - step.question.t))
  }
  delays.sort((a, b) => a - b)
  return delays.length > 0 ? delays[delays.length >> 1] : Number.POSITIVE_INFINITY
}
