import { Classifier } from './classifier.js'
import type { FeatureItem, Input } from './input.js'
import type { ClassifierOptions } from './options.js'

/**
 * A live classifier; what is left out takes usual values.
 *
 * @example
 * const tickets = createClassifier({ classes: ['bug', 'wish'], budget: { total: 50 } })
 * const { asked, id } = tickets.observe({ features: { crash: 1 } })
 * asked && tickets.answer(id, 'bug') // => 'learned'
 * tickets.answer(id, 'wish') // => 'corrected'
 */
export const createClassifier = <Item = FeatureItem>(
  options: ClassifierOptions,
  input?: Input<Item>,
): Classifier<Item> => new Classifier<Item>(options, input)
