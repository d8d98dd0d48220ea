import { inspectModel } from '@askance/core'
import { coreError, type LinearParts, loadedFrom } from '@askance/core/internals'
import type { ItemInputConfig } from '@askance/data'
import { serverError } from '../errors.js'
import type { StreamConfig } from '../stream/config.js'
import type { Shape } from '../stream/input.js'
import { isSameLabel } from '../stream/label-values.js'
import { checkMemory, type Limits } from '../stream/memory.js'
import { loadedClassifier } from '../stream/options.js'
import type { Stream } from '../stream/stream.js'
import { wideError } from '../stream/wide.js'
import { settle } from './answers.js'
import { type Nothing, operation } from './operation.js'
import { streamStatus } from './reports.js'
import type { StreamStatus } from './types.js'

/** Applies a changed configuration to the stream. */
export const configure = operation({
  handle(stream, { config }: { readonly config: StreamConfig }, { time, limits }): StreamStatus {
    const { classifier } = stream
    const missing =
      stream.seq === 0 ? [] : stream.beginning.classes.filter((one) => !config.classes.includes(one))
    if (missing.length > 0) throw serverError('stream/classes', { classes: missing.join(', ') })
    if (stream.seq > 0 && config.multiLabel && config.classes.length > stream.beginning.classes.length)
      throw serverError('stream/fixed-classes', { stream: stream.id })
    if (stream.seq > 0 && config.classes.length > classifier.classes.length)
      checkMemory(stream, { classes: config.classes.length }, limits)
    const isRebudgeted = stream.seq > 0 && !isSame(config.budget, classifier.budget)
    if (stream.wide && isRebudgeted) throw wideError(stream.id, stream.config, 'another budget')
    if (isRebudgeted) classifier.rebudget(config.budget, { time })
    const { answersPerItem, consensus } = stream.config
    stream.configure(config)
    if (config.answersPerItem !== answersPerItem || config.consensus !== consensus) settleVoted(stream, time)
    return streamStatus(stream)
  },
})

/** Settles questions that have enough votes after `answersPerItem` was lowered. */
const settleVoted = (stream: Stream, time: number): void => {
  const voted = [...stream.classifier.open].filter(({ id }) => stream.votes.on(id).length > 0)
  for (const { id } of voted) settle(stream, id, time)
}

export const linear = operation({
  reads: true,
  handle: ({ classifier }, _: Nothing): LinearParts => classifier.linear(),
})

export const exported = operation({
  reads: true,
  handle: ({ classifier }, _: Nothing): Uint8Array => classifier.save(),
})

/** Replaces the model by one from a file; only before the first item. */
export const imported = operation({
  handle(stream, { model }: { readonly model: Uint8Array }, { time, by, limits }): StreamStatus {
    const { items, taught } = stream.classifier.counts
    if (stream.wide) throw wideError(stream.id, stream.config, 'importing a model')
    if (items > 0 || taught > 0)
      throw serverError('stream/begun', { stream: stream.id, what: 'an imported model' })
    const shape = modelShape(stream, model, limits)
    // A model that cannot be loaded is rejected before anything is logged.
    loadedFrom(() => loadedClassifier(model, shape, stream.config))
    stream.happens({ type: 'shaped', time, vectorizer: shape })
    stream.happens({ type: 'imported', time, by, model: Buffer.from(model).toString('base64') })
    stream.classifier.rebudget(stream.config.budget, { time })
    // The items of its open questions are not in this store.
    for (const { id } of [...stream.classifier.open]) stream.classifier.skip(id, { time, by })
    return streamStatus(stream)
  },
})

/** How an imported model makes rows. */
const modelShape = (stream: Stream, model: Uint8Array, limits: Limits | undefined): Shape => {
  const { multiLabel = false, classes, algorithm } = stream.config
  const found = inspectModel(model, limits?.streamBytes)
  if (found.multiLabel && !multiLabel) throw coreError('model/multi-label')
  if (!found.multiLabel && multiLabel) throw coreError('model/single-label')
  // The classes of a multi-label model are fixed; another model may know fewer.
  const known = new Set(classes)
  if (multiLabel ? !isSameLabel(found.classes, classes) : !found.classes.every((one) => known.has(one)))
    throw serverError('model/classes', { found: someOf(found.classes), expected: someOf(classes) })
  const { algorithm: own = 'auto' } = found.classifier
  if (own !== algorithm) throw serverError('model/algorithm', { found: own, expected: algorithm })
  const { kind, config } = found.input
  if (kind === 'features') return 'features'
  return (config as ItemInputConfig).vectorizer ?? 'rows'
}

const MAX_NAMED = 20

const someOf = (classes: readonly string[]): string =>
  classes.length > MAX_NAMED
    ? `${classes.slice(0, MAX_NAMED).join(', ')} and ${classes.length - MAX_NAMED} more`
    : classes.join(', ')

const isSame = (one: object, other: object): boolean => {
  const sorted = (spec: object): string => JSON.stringify(Object.entries(spec).sort())
  return sorted(one) === sorted(other)
}
