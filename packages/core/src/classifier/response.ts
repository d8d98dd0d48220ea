import { isTaught } from './question.js'
import type { Questions } from './questions.js'
import type { TrainingStep } from './training-history.js'

/** The number of latest answers that tell how long an answer takes. */
const LATEST = 500
const MIN_RESPONSE = 0.05

/**
 * The share of the questions that were answered, among those that are closed, or open for longer than half of the answers took.
 * Withdrawn questions do not count.
 */
export const responseOf = (questions: Questions, steps: readonly TrainingStep[], items: number): number => {
  const usual = usualDelay(steps)
  let [answered, missing] = [0, 0]
  for (const question of questions) {
    const { state, t } = question
    if (isTaught(question) || state === 'withdrawn') continue
    if (state === 'answered') answered++
    else if (state !== 'open' || items - t > usual) missing++
  }
  return answered > 0 ? Math.max(MIN_RESPONSE, answered / (answered + missing)) : 1
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
