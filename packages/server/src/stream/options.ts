import { Classifier, type ClassifierOptions } from '@askance/core'
import type { SentItem } from '../operations/types.js'
import type { StreamConfig } from './config.js'
import { createInput, type Shape } from './input.js'

/** The classifier options of a stream. */
export const classifierOptions = (beginning: StreamConfig): ClassifierOptions => {
  const { classes, algorithm, parameters, seed, protocol } = beginning
  const { positive, objective, costs, expireAfter } = beginning
  return {
    classes,
    algorithm,
    parameters,
    seed,
    ...askingOptions(beginning),
    ...(protocol && { protocol }),
    ...(positive !== undefined && { positive }),
    ...(objective && { objective }),
    ...(costs && { costs }),
    ...(expireAfter !== undefined && { expireAfter: 1000 * expireAfter }),
  }
}

/** The options for asking. With protocol `paper` the published rule decides alone. */
const askingOptions = ({ budget, measure, drift, protocol = 'live' }: StreamConfig) =>
  protocol === 'paper'
    ? { protocol, ...(isLimited(budget) && { budget }) }
    : { protocol, budget, measure, drift }

const isLimited = (budget: object): boolean => Object.keys(budget).length > 0

/** Loads a classifier from a file and switches it to the protocol of the stream. */
export const loadedClassifier = (
  model: Uint8Array,
  shape: Shape | undefined,
  beginning: StreamConfig,
): Classifier<SentItem> => {
  const options = askingOptions(beginning)
  const classifier = Classifier.load<SentItem>(model, { input: createInput(shape) })
  if (classifier.config.protocol === options.protocol) return classifier
  return Classifier.load<SentItem>(model, { input: createInput(shape), options })
}
