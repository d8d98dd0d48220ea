import type { Classifier, Observed } from '@askance/core'
import { type ClassifierEvent, coreError, MAX_PARTITIONS } from '@askance/core/internals'
import type { VectorizerConfig } from '@askance/data'
import { columnsOfState, decodeMessage, encodeMessage, stateOfColumns } from '../cluster/codec.js'
import type { Page } from '../cluster/messages.js'
import { OwnerFold } from '../cluster/owner-fold.js'
import { serverError } from '../errors.js'
import type { SentItem } from '../operations/types.js'
import type { StreamEvent } from './classifier.js'
import type { StreamConfig } from './config.js'
import type { Paged } from './entries.js'
import type { Shape } from './input.js'

/** What the owner of a wide stream keeps in addition to an ordinary stream. */
export class WidePart {
  readonly fold: OwnerFold<SentItem>
  readonly #classifier: Classifier<SentItem>
  /** The page that was taken last, and the decisions of it that opened a question. */
  latest: { readonly page: Page; readonly opened: readonly Observed[] } | undefined

  constructor(classifier: Classifier<SentItem>, partitions: number) {
    this.fold = new OwnerFold(classifier, partitions)
    this.#classifier = classifier
  }

  follow(event: StreamEvent): void {
    if (event.type === 'drifted') this.fold.wide.follow(event as ClassifierEvent)
  }

  /** Learns the names of features from an item that was asked about, for explanations. */
  name(item: SentItem): void {
    this.#classifier.input.row(item, true)
  }

  /** Takes a page; returns the predicted classes of the items whose decision is not in the log. */
  take({ page: bytes, number }: Paged): readonly string[] {
    const taken = this.fold.take(number, Buffer.from(bytes, 'base64'))
    this.latest = taken
    const asked = new Set(taken.opened.map(({ id }) => id))
    const places = new Set(taken.page.asked.filter(({ id }) => asked.has(id)).map(({ at }) => at))
    const { classes } = this.#classifier
    return [...taken.page.predicted].flatMap((predicted, at) =>
      places.has(at) || isRepeated(taken.page, at) ? [] : [classes[predicted] ?? ''],
    )
  }

  /** The state as text, for a snapshot. */
  save(): string {
    const { taken, state } = this.fold.save()
    const { columns, names } = columnsOfState(state, 'wide')
    return Buffer.from(encodeMessage('owner', { taken, names }, columns)).toString('base64')
  }

  load(saved: unknown): void {
    const { head, columns } = decodeMessage('owner', new Uint8Array(Buffer.from(String(saved), 'base64')))
    this.fold.load(Number(head.taken), stateOfColumns(columns, head.names as readonly string[], 'wide'))
  }
}

const REPEATED = 4

const isRepeated = ({ flags }: Page, at: number): boolean => ((flags[at] ?? 0) & REPEATED) > 0

/** Rejects a configuration that a wide stream cannot have. */
export const checkWide = (id: string, config: StreamConfig): void => {
  const { partitions, multiLabel, protocol, vectorizer } = config
  if (partitions === undefined) return
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > MAX_PARTITIONS)
    throw coreError('option/value', {
      name: 'partitions',
      value: partitions,
      expected: `a whole number from 1 to ${MAX_PARTITIONS}`,
    })
  if (multiLabel) throw wideError(id, config, 'several labels for an item')
  if (protocol !== undefined && protocol !== 'live') throw wideError(id, config, `the protocol ${protocol}`)
  if (vectorizer && wideShape(vectorizer) !== vectorizer)
    throw wideError(
      id,
      config,
      'a vectorizer that learns from items: use a hash index, no tf-idf and no scaling',
    )
}

export const wideError = (stream: string, { partitions = 0 }: StreamConfig, what: string): Error =>
  serverError('stream/wide', { stream, partitions, what })

/** The length of vectors would have to be known everywhere before the first of them. */
export const wideVector = (number: number): Error =>
  serverError('item/shape', { number, reason: 'found a vector, which wide streams do not support' })

/**
 * A shape that makes the same rows everywhere: indices are hashes, and nothing is scaled or weighted by what was seen before.
 *
 * @example
 * const shape = { features: { scaling: 'standard' }, index: { kind: 'dictionary', most: 9 } }
 * wideShape(shape).index // => { kind: 'hash', bits: 20, names: 262144 }
 * wideShape('rows') // => 'rows'
 */
export const wideShape = (shape: Shape): Shape => {
  if (typeof shape === 'string') return shape
  const { text, columns, features, index }: VectorizerConfig = shape
  const isScaled =
    columns?.some(({ kind, scaling = 'standard' }) => kind === 'number' && scaling !== 'none') ||
    (features && features.scaling !== 'none')
  if (index.kind === 'hash' && text?.weight !== 'tfidf' && !isScaled) return shape
  return {
    ...(text && { text: text.weight === 'tfidf' ? { ...text, weight: 'log' } : text }),
    ...(columns && {
      columns: columns.map((one) => (one.kind === 'number' ? { ...one, scaling: 'none' } : one)),
    }),
    ...(features && { features: { scaling: 'none' } }),
    index: index.kind === 'hash' ? index : HASHED,
  }
}

const HASHED = { kind: 'hash', bits: 20, names: 2 ** 18 } as const
