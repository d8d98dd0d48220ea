import type { Row } from '../rows/row.js'
import type { Chosen, Observed, Taught } from './events.js'
import type { Question } from './question.js'

/** The question of a decision that asked. */
export const askedQuestion = (
  { id, t, time, trace, coin, predicted, shadow, scores, ...event }: Observed | Chosen,
  row: Row,
  classes: readonly string[],
): Question => ({
  id,
  t,
  time,
  row,
  coin,
  reason: event.reason ?? 'audit',
  // Older logs and pools have only audits.
  measure: ('measure' in trace ? trace.measure : undefined) ?? trace.audit,
  audit: trace.audit,
  // In older logs the shadow model learned from audits.
  random: ('random' in trace ? trace.random : undefined) ?? coin < trace.audit,
  predicted: classes.indexOf(predicted),
  shadow: shadow === undefined ? -1 : classes.indexOf(shadow),
  scores: Float64Array.from(scores),
  ...(trace.opinion && { opinion: Float64Array.from(trace.opinion) }),
  labels: event.modelVersion,
  confidence: event.confidence,
  probability: event.probability,
  state: 'open',
})

/** An example, stored with the questions so that it can be corrected and forgotten by its id. */
export const taughtExample = ({ id, time }: Taught, row: Row, t: number, labels: number): Question => ({
  id,
  t,
  time,
  row,
  coin: 1,
  reason: 'taught',
  measure: 0,
  audit: 0,
  random: false,
  predicted: -1,
  shadow: -1,
  scores: new Float64Array(0),
  labels,
  confidence: 0,
  probability: 0,
  state: 'answered',
})
