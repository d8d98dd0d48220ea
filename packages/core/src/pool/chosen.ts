import type { Chosen } from '../classifier/events.js'
import type { Choice } from './choose.js'
import type { PoolFold } from './fold.js'

/** The event of a choice: a decision that asked, with the prediction of this moment. */
export const chosenEvent = <Item>(
  state: PoolFold<Item>,
  { place, isAudit, threshold: counts, ...choice }: Choice,
  time: number,
  by?: string,
): Chosen => {
  const { items, learned, rounds, deciding, chosen, classes, threshold, isReady, reader } = state
  const { learner, tally } = learned
  learner.read(items.rows[place])
  const opinion = rounds.opinion()
  // The same prediction as in estimates and exports.
  reader.readFeatureless(items.rows[place])
  const { predicted, scores, score } = learner.reading
  return {
    type: 'chosen',
    t: chosen + 1,
    id: items.kept[place],
    time,
    predicted: classes[predicted],
    scores: [...scores],
    margin: score,
    confidence: learned.probabilities(new Float64Array(classes.length))[predicted],
    ...(threshold !== undefined && { threshold }),
    ...(!isReady && { ready: false as const }),
    coin: 0,
    asked: true,
    ...choice,
    budget: { spent: deciding.spent, rate: 1, dial: null },
    modelVersion: tally.asked,
    ...(by !== undefined && { by }),
    trace: {
      audit: isAudit ? 1 : 0,
      ...(opinion && { opinion: [...opinion] }),
      ...(counts && { threshold: counts }),
    },
  }
}
