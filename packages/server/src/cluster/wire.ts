import { serverError } from '../errors.js'

/** What is exchanged: packs of items, pages of decisions, versions of the model, grants of questions. */
export type PlaceKind = 'in' | 'out' | 'model' | 'grant'

/** An append-only list of messages. Packs, pages and grants have one for each partition. */
export interface Place {
  readonly kind: PlaceKind
  readonly stream: string
  readonly partition?: number
}

export interface Message {
  /** Its number in the place, counted up; numbers may be left out. */
  readonly seq: number
  readonly bytes: Uint8Array
}

/** A right to work on something, until it expires or is released. */
export interface Lease {
  /** Extends it; false if somebody else has it now. */
  renew(): Promise<boolean>
  release(): Promise<void>
}

/** How nodes of a cluster exchange messages. Everything in it survives the death of any node. */
export interface Wire {
  /**
   * Appends a message and returns its number. With `follows`, it is taken only if the last number is that one (0: there is none), else
   * it rejects with `wire/conflict`.
   */
  append(place: Place, bytes: Uint8Array, follows?: number): Promise<number>
  /** The messages after a number, in order. With `follow` it waits for more; otherwise it ends with the last one. */
  read(place: Place, after: number, follow: boolean, signal?: AbortSignal): AsyncIterable<Message>
  last(place: Place): Promise<Message | undefined>
  /** Undefined if somebody else has it. */
  lease(name: string, seconds: number): Promise<Lease | undefined>
  close(): Promise<void>
}

/** How many messages a place keeps: packs and pages all, versions the last 16, grants the last. */
export const KEPT: Readonly<Record<PlaceKind, number>> = {
  in: Number.POSITIVE_INFINITY,
  out: Number.POSITIVE_INFINITY,
  model: 16,
  grant: 1,
}

/** The name of a place. Names of streams have no dots or wildcards. */
export const subjectOf = ({ kind, stream, partition }: Place): string =>
  partition === undefined ? `ask.${kind}.${stream}` : `ask.${kind}.${stream}.${partition}`

export const conflict = (place: Place, follows: number, found: number): Error =>
  serverError('wire/conflict', { place: subjectOf(place), follows, found })
