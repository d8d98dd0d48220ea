import { Classifier, type ClassifierOptions, type LoadOptions, MultiLabelClassifier } from '@askance/core'
import { coreError } from '@askance/core/internals'
import type { SentItem } from '../operations/types.js'
import type { StreamConfig } from './config.js'
import { createInput, type Shape } from './input.js'
import { MultiLabelAdapter } from './multi-label.js'

/** The classifier options of a stream. */
const classifierOptions = (beginning: StreamConfig): ClassifierOptions => {
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

/** The classifier of a new stream. */
export const newClassifier = (
  beginning: StreamConfig,
  shape: Shape | undefined,
): Classifier<SentItem> | MultiLabelAdapter => {
  const options = { ...classifierOptions(beginning), input: createInput(shape) }
  if (!beginning.multiLabel) return new Classifier(options)
  const { positive, ...rest } = options
  if (positive !== undefined)
    throw coreError('option/value', {
      name: 'positive',
      value: positive,
      expected: 'none: with several labels for an item, every class is measured',
    })
  return new MultiLabelAdapter(new MultiLabelClassifier(rest))
}

/** Loads a classifier from a file and switches it to the protocol of the stream. */
export const loadedClassifier = (
  model: Uint8Array,
  shape: Shape | undefined,
  beginning: StreamConfig,
): Classifier<SentItem> | MultiLabelAdapter => {
  const options = askingOptions(beginning)
  const load = <Loaded extends { readonly config: ClassifierOptions }>(
    open: (given: LoadOptions<SentItem>) => Loaded,
  ): Loaded => {
    const classifier = open({ input: createInput(shape) })
    const { protocol = 'live' } = classifier.config
    return protocol === options.protocol ? classifier : open({ input: createInput(shape), options })
  }
  return beginning.multiLabel
    ? new MultiLabelAdapter(load((given) => MultiLabelClassifier.load<SentItem>(model, given)))
    : load((given) => Classifier.load<SentItem>(model, given))
}
