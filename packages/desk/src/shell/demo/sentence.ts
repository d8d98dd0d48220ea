import { displayOf } from '@askance/core/internals'
import { formatPercent } from '../../parts/numbers.js'
import { accuracyIn, answersIn, shownEstimate } from '../../parts/quality.js'
import type { Key } from '../../words/say.js'
import type { Demo, Shown } from './use-demo.js'

/** More classes have no keys. */
const MAX_KEYS = 12

export interface Sentence {
  readonly key: Key
  readonly values: Readonly<Record<string, string | number>>
}

/** What to do, before the first answer. */
const tour = ({ noun, taught, classes }: Demo, hasKeys: boolean): Sentence => {
  const values = { noun, taught, last: classes }
  const isSearched = classes > MAX_KEYS
  if (!hasKeys) return { key: isSearched ? 'demo.tour.tapSearch' : 'demo.tour.tap', values }
  if (isSearched) return { key: 'demo.tour.search', values }
  return { key: classes === 2 ? 'demo.tour.two' : 'demo.tour.keys', values }
}

/**
 * One sentence about the demo: what to do at first, and what happened after some answers. `hasKeys` is false on a phone.
 *
 * @example
 * const truth = { items: 9, accuracy: 0.8, curve: [] }
 * const answers = { people: 3, simulated: 0 }
 * demoSentence({ demo: { noun: 'mail', classes: 2, taught: 24, answers, truth } }).key // => 'demo.said.you.early'
 */
export const demoSentence = ({ demo, quality }: Shown, hasKeys = true): Sentence => {
  const { answers, truth } = demo
  const count = answers.people + answers.simulated
  if (count === 0) return tour(demo, hasKeys)
  const who = answers.simulated === 0 ? 'you' : answers.people === 0 ? 'labeller' : 'both'
  const estimate = quality && accuracyIn(quality)
  const options = { answers: quality ? answersIn(quality) : 0 }
  const { state } = estimate ? displayOf(estimate, options) : { state: 'early' }
  if (!estimate || state === 'early' || state === 'unknown')
    return { key: `demo.said.${who}.early`, values: { count } }
  return {
    key: `demo.said.${who}.estimate`,
    values: { count, estimate: shownEstimate(estimate, options), truth: formatPercent(truth.accuracy) },
  }
}
