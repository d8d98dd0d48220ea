import { serverError } from '../errors.js'

/** What is exchanged: packs of items, pages of decisions, versions of the model, grants of questions. */
export type PlaceKind = 'in' | 'out' | 'model' | 'grant'

/** An append-only list of messages. Packs, pages and grants have one for each partition. */
export interface Place {
  readonly kind: PlaceKind
  readonly stream: string
  readonly partition?: number
}

/** Places of one kind: of one partition, of all partitions of a stream, or of all streams. */
export type Places = Pick<Place, 'kind' | 'partition'> & Partial<Pick<Place, 'stream'>>

export interface Message {
  /** Its number among all messages of its kind, counted up; numbers may be left out. */
  readonly seq: number
  readonly bytes: Uint8Array
  readonly stream: string
}

/** A right to work on something, until it expires or is released. */
export interface Lease {
  /** Extends it; false if somebody else has it now. */
  renew(note?: string): Promise<boolean>
  release(): Promise<void>
}

/** A lease that somebody holds, and what they say about it. */
export interface HeldLease {
  readonly name: string
  readonly note: string
}

/** How nodes of a cluster exchange messages. Everything in it survives the death of any node. */
export interface Wire {
  /** The most bytes of a message. */
  readonly maxBytes: number
  /** Why messages cannot be sent now; undefined if they can. */
  readonly problem: string | undefined
  /**
   * Appends a message and returns its number. With `follows`, it is taken only if the last number of the place is that one (0: there is none),
   * else it rejects with `wire/conflict`. A message with the key of a recent one is not taken again.
   */
  append(place: Place, bytes: Uint8Array, follows?: number, key?: string): Promise<number>
  /** The messages after a number, in order. With `follow` it waits for more; otherwise it ends with the last one. */
  read(places: Places, after: number, follow: boolean, signal?: AbortSignal): AsyncIterable<Message>
  last(place: Place): Promise<Message | undefined>
  /** The number of the last message of a kind; 0 if there was none. */
  end(kind: PlaceKind): Promise<number>
  /** Removes the messages of a place before a number. */
  trim(place: Place, before: number): Promise<void>
  /** Removes all messages of a stream. */
  remove(stream: string): Promise<void>
  /** Undefined if somebody else has it. */
  lease(name: string, seconds: number, note?: string): Promise<Lease | undefined>
  /** The leases of this duration that have not expired. */
  leases(seconds: number): Promise<readonly HeldLease[]>
  close(): Promise<void>
}

/** How many messages a place keeps: packs and pages all, versions the last 16, grants the last. */
export const KEPT: Readonly<Record<PlaceKind, number>> = {
  in: Number.POSITIVE_INFINITY,
  out: Number.POSITIVE_INFINITY,
  model: 16,
  grant: 1,
}

export const PLACE_KINDS = Object.keys(KEPT) as readonly PlaceKind[]

/** The subject of places; `*` stands for all. Names of streams have no dots or wildcards. */
export const subjectOf = ({ kind, stream = '*', partition }: Places): string =>
  kind === 'model' ? `ask.model.${stream}` : `ask.${kind}.${stream}.${partition ?? '*'}`

/** The stream of a subject. */
export const streamIn = (subject: string): string => subject.split('.')[2] ?? ''

/**
 * The name of a stream on the wire. It has the time of its creation, because a stream that was deleted and created again is another one.
 *
 * @example
 * wireName('mails.de', 35) // => 'mails~de_z'
 * streamId('mails~de_z') // => 'mails.de'
 */
export const wireName = (id: string, created: number): string =>
  `${id.replaceAll('.', '~')}_${created.toString(36)}`

/** The id of a stream from its name on the wire. */
export const streamId = (name: string): string => name.slice(0, name.lastIndexOf('_')).replaceAll('~', '.')

export const conflict = (place: Place, follows: number, found: number): Error =>
  serverError('wire/conflict', { place: subjectOf(place), follows, found })
