import { suggestion } from '@askance/core/internals'
import { serverError } from '../errors.js'
import type { SentItem } from '../operations/types.js'
import type { StreamConfig } from './config.js'
import type { Shape } from './input.js'
import type { LabelOrLabels } from './label-values.js'
import type { Stream } from './stream.js'
import { checkWide } from './wide.js'

/** What one stream may use; from the settings. */
export interface Limits {
  /** Bytes of memory that the weights of a stream may need. */
  readonly streamBytes: number
}

/** The most classes of a stream. */
export const MAX_CLASSES = 1000

/**
 * What a weight takes at most, measured with the learner that keeps most: its statistics, the second learner that asks at
 * random, the states for corrections, and the spare capacity of arrays that grow.
 */
const BYTES_A_WEIGHT = 256

/** `auto` keeps answers instead of a weight for every class and index. */
const keepsWeights = (algorithm: string): boolean => algorithm !== 'auto'

interface Planned {
  readonly classes?: number
  readonly shape?: Shape | undefined
  /** One more than the highest index of a row. */
  readonly dimension?: number
}

/** Hashed indices are all in use soon; others are counted as they appear. */
const indicesOf = (shape: Shape | undefined, dimension: number): number =>
  typeof shape === 'object' && shape.index.kind === 'hash' ? 2 ** shape.index.bits : dimension

/** Rejects classes × indices for which the weights would need more memory than a stream may use. */
const check = (id: string, algorithm: string, classes: number, indices: number, limits?: Limits): void => {
  const needed = classes * indices * BYTES_A_WEIGHT
  if (!limits || !keepsWeights(algorithm) || needed <= limits.streamBytes) return
  throw serverError('stream/too-large', { stream: id, classes, indices, needed, most: limits.streamBytes })
}

/** Two classes share one weight vector; with several labels for an item, every class has its own. */
const vectorsOf = (classes: number, multiLabel = false): number =>
  classes === 2 && !multiLabel ? 1 : classes

/** Checks a configuration before the stream exists, or before it is changed. */
export const checkConfig = (id: string, config: StreamConfig, limits?: Limits): void => {
  const { classes, multiLabel, algorithm, vectorizer } = config
  checkWide(id, config)
  check(id, algorithm, vectorsOf(classes.length, multiLabel), indicesOf(vectorizer, 0), limits)
}

/** Checks what a stream would need with more classes, another shape or larger rows. */
export const checkMemory = (stream: Stream, planned: Planned, limits?: Limits): void => {
  const { id, config, classifier, shape: known } = stream
  const { classes = classifier.classes.length, shape = known, dimension = 0 } = planned
  const indices = indicesOf(shape, Math.max(dimension, classifier.dimension))
  check(id, config.algorithm, vectorsOf(classes, config.multiLabel), indices, limits)
}

/** Rejects a row whose highest index would make the weights too large; `number` is its position in the request. */
export const checkRow = (stream: Stream, { row }: SentItem, number: number, limits?: Limits): void => {
  const highest = row?.index.at(-1) ?? 0
  if (highest < stream.classifier.dimension) return
  try {
    checkMemory(stream, { dimension: highest + 1 }, limits)
  } catch (error) {
    throw serverError('item/shape', { number, reason: (error as Error).message })
  }
}

/**
 * Rejects a label that is no class of the stream, unless the caller may add classes: owners may, and others if the stream
 * says so.
 */
export const checkLabelKnown = (stream: Stream, label: string, isLabeller: boolean): void => {
  const { id, config, classifier } = stream
  if (config.classes.includes(label) || classifier.classes.includes(label)) return
  if (isLabeller && (config.newClasses ?? 'owners') === 'owners')
    throw serverError('label/closed', { stream: id, label, hint: hintFor(label, classifier.classes) })
}

const MAX_NAMED = 20

const hintFor = (label: string, classes: readonly string[]): string =>
  suggestion(label, classes, classes.length > MAX_NAMED ? `it has ${classes.length} classes` : undefined)

/** Checks the memory that the new classes among these labels would need. */
export const checkNewClasses = (stream: Stream, labels: readonly LabelOrLabels[], limits?: Limits): void => {
  const known = new Set(stream.classifier.classes)
  const before = known.size
  for (const label of labels) if (typeof label === 'string') known.add(label)
  if (known.size === before) return
  if (known.size > MAX_CLASSES)
    throw serverError('stream/too-many-classes', { stream: stream.id, most: MAX_CLASSES })
  checkMemory(stream, { classes: known.size }, limits)
}
