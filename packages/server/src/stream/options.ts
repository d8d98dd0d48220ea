import {
  Classifier,
  type ClassifierOptions,
  type LoadOptions,
  MultiLabelClassifier,
  Pool,
} from '@askance/core'
import { coreError, wideOptions } from '@askance/core/internals'
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

/** The options for asking. With protocol `paper` the published rule decides alone; a pool does not drift. */
const askingOptions = ({ budget, measure, drift, protocol = 'live' }: StreamConfig) => {
  if (protocol === 'paper') return { protocol, ...(isLimited(budget) && { budget }) }
  return protocol === 'pool' ? { protocol, budget, measure } : { protocol, budget, measure, drift }
}

const isLimited = (budget: object): boolean => Object.keys(budget).length > 0

/** Whether the items are all there, and questions are chosen when somebody asks for one. */
export const isPool = ({ protocol }: Pick<StreamConfig, 'protocol'>): boolean => protocol === 'pool'

/** The classifier of a new stream. */
export const newClassifier = (
  beginning: StreamConfig,
  shape: Shape | undefined,
): Classifier<SentItem> | MultiLabelAdapter => {
  const options = { ...classifierOptions(beginning), input: createInput(shape) }
  if (beginning.partitions !== undefined) return new Classifier(wideOptions(options))
  if (!beginning.multiLabel) return isPool(beginning) ? new Pool(options) : new Classifier(options)
  const { positive, protocol, ...rest } = options
  const refuse = (name: string, value: string, expected: string): never => {
    throw coreError('option/value', { name, value, expected })
  }
  if (positive !== undefined)
    refuse('positive', positive, 'none: with several labels for an item, every class is measured')
  if (protocol === 'pool') refuse('protocol', protocol, 'live or paper with several labels for an item')
  return new MultiLabelAdapter(new MultiLabelClassifier({ ...rest, ...(protocol && { protocol }) }))
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
