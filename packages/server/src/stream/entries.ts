import type { ShownQuestion } from './checks.js'
import type { StreamEvent } from './classifier.js'
import type { StreamConfig } from './config.js'
import type { Shape } from './input.js'
import type { Labelled } from './label-values.js'

/** The log events of a stream, as plain JSON. The state of a stream is a fold over them. */
export type Entry =
  | StreamEvent
  | Created
  | Shaped
  | Imported
  | Voted
  | Unvoted
  | Erased
  | LabelledUnasked
  | CheckDrawn
  | Checked
  | Unchecked
  | Confirmed
  | Advised
  | Paged

/** The initial configuration; always the first entry. */
export interface Created {
  readonly type: 'created'
  readonly time: number
  readonly config: StreamConfig
}

/** How items become rows, decided by the first items. */
interface Shaped {
  readonly type: 'shaped'
  readonly time: number
  readonly vectorizer: Shape
}

/** A model was imported before the first item. */
interface Imported {
  readonly type: 'imported'
  readonly time: number
  readonly by: string
  /** The model file in base64. */
  readonly model: string
}

/** One of several labellers answered, with `labels` in a multi-label stream; neither means unsure. */
interface Voted {
  readonly type: 'voted'
  readonly id: string
  readonly time: number
  readonly by: string
  readonly label?: string
  readonly labels?: readonly string[]
}

/** A labeller undid their vote. */
interface Unvoted {
  readonly type: 'unvoted'
  readonly id: string
  readonly time: number
  readonly by: string
}

/** The content of an item was erased; its decision stays in the log. */
export interface Erased {
  readonly type: 'erased'
  readonly id: string
  readonly time: number
  readonly by: string
}

/** A label was given to an item that was not asked about. The entry of the example comes before this one. */
type LabelledUnasked = Labelled & {
  readonly type: 'labelled-unasked'
  readonly id: string
  /** The round of the item. */
  readonly t: number
  readonly time: number
  readonly by: string
}

/** An audit was answered, and another person will answer it too: `coin` is below `probability`. */
export interface CheckDrawn {
  readonly type: 'check-drawn'
  readonly id: string
  readonly time: number
  readonly probability: number
  readonly coin: number
  /** What the first person saw; missing after the item was erased. */
  readonly shown?: ShownQuestion
}

/** A second person answered an audit, with `labels` in a multi-label stream, or skipped it; neither means unsure. */
export interface Checked extends Omit<Voted, 'type'> {
  readonly type: 'checked'
  readonly skipped?: true
}

/** The second person undid their answer. */
export interface Unchecked extends Omit<Unvoted, 'type'> {
  readonly type: 'unchecked'
}

/** A person checked the label of an item in a review. */
interface Confirmed {
  readonly type: 'confirmed'
  readonly id: string
  readonly time: number
  readonly by: string
}

/** It became true, or false again, that more labels are unlikely to help. */
export interface Advised {
  readonly type: 'advised'
  readonly time: number
  readonly stop: boolean
  /** Labels learned so far. */
  readonly labels: number
  /** The most that `per` further labels would add to the accuracy, at the confidence `level`. A pool has none. */
  readonly per?: number
  readonly upper?: number
  readonly level?: number
  /** The same as a sentence. */
  readonly text: string
}

/** A page of a partition was taken. The decisions that opened a question come after it. */
export interface Paged {
  readonly type: 'paged'
  readonly time: number
  readonly partition: number
  /** Its number on the wire. */
  readonly number: number
  /** The items that it decided about for the first time, and the version that did. */
  readonly items: number
  readonly version: number
  /** The page in base64. */
  readonly page: string
}

/** The content of the item instead of what was made from it: `true` in the store, the item in a replay. */
interface OfStoredItem {
  readonly item: unknown
}

export const isOfStoredItem = (entry: Entry): entry is Entry & OfStoredItem => 'item' in entry

/**
 * The entry of an item that is stored on the same page: without the row and what the input learned, which a replay makes again
 * from the item. `item` must be the last field, so that readers find it.
 */
export const withStoredItem = (entry: Entry): Entry => {
  if ('trace' in entry && entry.type === 'observed') {
    if (!entry.trace.row && entry.trace.input === undefined) return entry
    const { row, input, ...trace } = entry.trace
    return { ...entry, trace, item: true } as Entry
  }
  const { row, input, ...rest } = entry as Entry & { readonly row?: unknown; readonly input?: unknown }
  return row || input !== undefined ? ({ ...rest, item: true } as unknown as Entry) : entry
}

const OTHERS: ReadonlySet<string> = new Set([
  ...['created', 'shaped', 'imported', 'voted', 'unvoted', 'erased', 'labelled-unasked', 'confirmed'],
  ...['check-drawn', 'checked', 'unchecked', 'advised', 'paged'],
])

/** Whether the entry is an event of the classifier. */
export const isClassifierEvent = (entry: Entry): entry is StreamEvent => !OTHERS.has(entry.type)
