import type { ClassifierEvent } from '@askance/core'
import type { StreamConfig } from './config.js'
import type { Shape } from './input.js'

/** Everything that can happen to a stream, as plain JSON. A stream is a fold over these. */
export type Entry = ClassifierEvent | Created | Shaped | Imported | Voted | Unvoted | Erased

/** How the stream was set up when the first thing happened: always the first entry. Later changes touch no decision. */
export interface Created {
  readonly type: 'created'
  readonly time: number
  readonly config: StreamConfig
}

/** How items become rows, decided by the first of them: `rows` are rows already. */
export interface Shaped {
  readonly type: 'shaped'
  readonly time: number
  readonly vectorizer: Shape
}

/** The stream began with a classifier from a file. */
export interface Imported {
  readonly type: 'imported'
  readonly time: number
  readonly by: string
  /** The file, in base64. */
  readonly model: string
}

/** One of several people has answered a question; without a label, they could not tell. */
export interface Voted {
  readonly type: 'voted'
  readonly id: string
  readonly time: number
  readonly by: string
  readonly label?: string
}

/** Somebody has taken their vote back. */
export interface Unvoted {
  readonly type: 'unvoted'
  readonly id: string
  readonly time: number
  readonly by: string
}

/** What an item said was erased from the store; the log keeps its numbers. */
export interface Erased {
  readonly type: 'erased'
  readonly id: string
  readonly time: number
  readonly by: string
}

const OTHERS: ReadonlySet<string> = new Set(['created', 'shaped', 'imported', 'voted', 'unvoted', 'erased'])

/** Whether it is an event of the classifier. */
export const isClassifierEvent = (entry: Entry): entry is ClassifierEvent => !OTHERS.has(entry.type)
