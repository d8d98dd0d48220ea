import type { LabelOrLabels } from '../parts/labels.js'

export type Action = 'answer' | 'skip' | 'unsure' | 'undo'

/** An action waiting to be sent to the service. */
export interface Entry {
  /** Idempotency key. */
  readonly key: string
  /** The labeller. Entries are never sent under another name. */
  readonly who: string
  readonly stream: string
  readonly id: string
  readonly action: Action
  /** A list in a multi-label stream. */
  readonly label?: LabelOrLabels
  /** Title of the item, shown in messages. */
  readonly title: string
}

/** Outcome of an entry: accepted, or no longer needed. */
export interface Sent {
  readonly outcome: 'done' | 'unneeded'
  /** The question that an undo reopened. */
  readonly question?: unknown
}

/** Why the first entry cannot be sent: no connection, a temporary error, or a refusal. */
export interface SendProblem {
  readonly kind: 'offline' | 'busy' | 'refused'
  readonly reason: string
}

/** Stores entries. `write` returns whether they were stored. */
export interface EntryStorage {
  read(): readonly Entry[]
  write(entries: readonly Entry[]): boolean
}

export interface OutboxOptions {
  readonly who: string
  readonly storage: EntryStorage
  /** Sends an entry; `again` means that it may have been sent before. */
  send(entry: Entry, again: boolean): Promise<Sent>
  toSendProblem(error: unknown): SendProblem
  /** Runs one task at a time across all tabs. */
  withLock<T>(task: () => Promise<T>): Promise<T>
  /** Schedules a call and returns a function that cancels it. */
  schedule(call: () => void, milliseconds: number): () => void
}

const FIRST_WAIT = 1000
const MAX_WAIT = 30_000
/** Upper limit of stored entries; nobody has this many questions while offline. */
export const MAX_STORED = 1000

type SentListener = (entry: Entry, sent: Sent) => void

const actions: ReadonlySet<unknown> = new Set(['answer', 'skip', 'unsure', 'undo'])
const isLabel = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))

const isEntry = (value: unknown): value is Entry => {
  if (typeof value !== 'object' || value === null) return false
  const { key, who, stream, id, action, label, title } = value as Record<string, unknown>
  const hasTexts = [key, who, stream, id, title].every((text) => typeof text === 'string')
  return hasTexts && actions.has(action) && (action !== 'answer' || isLabel(label))
}

/** Entries stored by earlier releases name the action `deed`. */
const migrated = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('deed' in value)) return value
  const { deed, ...rest } = value
  return { action: deed, ...rest }
}

/**
 * Parses the stored entries and drops invalid ones.
 *
 * @example
 * parseEntries('[{"key":"a"}, 1]') // => []
 * parseEntries(undefined) // => []
 */
export const parseEntries = (text: string | undefined): readonly Entry[] => {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.map(migrated).filter(isEntry).slice(0, MAX_STORED) : []
  } catch {
    return []
  }
}

/** Sends actions in order in the background and stores them on the device until they are accepted. */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #listeners = new Set<() => void>()
  readonly #sentListeners = new Set<SentListener>()
  /** Keys restored from storage. They may have been sent before the page closed. */
  readonly #restored: ReadonlySet<string>
  /** Keys that were stored. An entry that is not there any more was sent by another tab. */
  readonly #stored: Set<string>
  #entries: readonly Entry[]
  #sending: string | undefined
  #lastTried: string | undefined
  #problem: SendProblem | undefined
  #wait = FIRST_WAIT
  #cancelRetry: (() => void) | undefined
  #isRunning = false

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#entries = options.storage.read().filter(({ who }) => who === options.who)
    this.#restored = new Set(this.#entries.map(({ key }) => key))
    this.#stored = new Set(this.#restored)
  }

  /** Entries not accepted yet, oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries
  }

  get problem(): SendProblem | undefined {
    return this.#problem
  }

  /** Whether all entries survive closing the tab. */
  get isStored(): boolean {
    return this.#entries.every(({ key }) => this.#stored.has(key))
  }

  /** Registers a listener for any change and returns its removal. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Registers a listener for the outcome of each entry and returns its removal. */
  onSent(listener: SentListener): () => void {
    this.#sentListeners.add(listener)
    return () => this.#sentListeners.delete(listener)
  }

  add(...entries: readonly Entry[]): void {
    this.#entries = [...this.#entries, ...entries]
    this.#store()
    this.#notify()
    if (!this.#problem) void this.run()
  }

  /** Removes an entry that was never sent, or was refused. Returns whether it did. */
  cancel(key: string): boolean {
    const isThere = this.#entries.some((entry) => entry.key === key)
    const isRefused = this.#problem?.kind === 'refused' && key === this.#lastTried
    if (!isThere || key === this.#sending || (key === this.#lastTried && !isRefused)) return false
    this.#drop(key)
    if (isRefused) this.retry()
    return true
  }

  /** Discards the entry that cannot be sent and continues with the next. */
  discardFirst(): void {
    const [first] = this.#entries
    if (!first || first.key === this.#sending) return
    this.#drop(first.key)
    this.#dropUndoOf(first)
    this.retry()
  }

  /** Retries now. */
  retry(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = undefined
    this.#wait = FIRST_WAIT
    void this.run()
  }

  /** Sends until the queue is empty or an error occurs. */
  async run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#cancelRetry?.()
    this.#cancelRetry = undefined
    try {
      for (let first = this.#entries[0]; first; first = this.#entries[0]) await this.#sendFirst(first)
      this.#problem = undefined
    } catch (error) {
      this.#handleProblem(this.#options.toSendProblem(error))
    } finally {
      this.#isRunning = false
      this.#notify()
    }
  }

  #sendFirst(entry: Entry): Promise<void> {
    const { withLock, storage, send } = this.#options
    return withLock(async () => {
      // Another tab may have sent it.
      if (this.#stored.has(entry.key) && !storage.read().some(({ key }) => key === entry.key))
        return this.#drop(entry.key)
      const again = this.#lastTried === entry.key || this.#restored.has(entry.key)
      this.#sending = entry.key
      this.#lastTried = entry.key
      try {
        const sent = await send(entry, again)
        this.#wait = FIRST_WAIT
        this.#problem = undefined
        this.#drop(entry.key)
        if (sent.outcome === 'unneeded') this.#dropUndoOf(entry)
        for (const listener of this.#sentListeners) listener(entry, sent)
      } finally {
        this.#sending = undefined
      }
    })
  }

  #handleProblem(problem: SendProblem): void {
    this.#problem = problem
    if (problem.kind === 'refused') return
    this.#cancelRetry = this.#options.schedule(() => void this.run(), this.#wait)
    this.#wait = Math.min(MAX_WAIT, 2 * this.#wait)
  }

  /** Drops the undo of an entry that was never accepted; otherwise it would undo an earlier answer. */
  #dropUndoOf({ action, stream, id }: Entry): void {
    if (action === 'undo') return
    const undo = this.#entries.find((entry) => entry.stream === stream && entry.id === id)
    if (undo?.action === 'undo') this.#drop(undo.key)
  }

  #drop(key: string): void {
    this.#entries = this.#entries.filter((entry) => entry.key !== key)
    this.#store(key)
    this.#notify()
  }

  /** Removes an entry and stores new ones, without touching those of other tabs and labellers. */
  #store(dropped?: string): void {
    const { storage } = this.#options
    const kept = storage.read().filter(({ key }) => key !== dropped)
    const added = this.#entries
      .filter(({ key }) => !this.#stored.has(key))
      .slice(0, Math.max(0, MAX_STORED - kept.length))
    if (storage.write([...kept, ...added])) for (const { key } of added) this.#stored.add(key)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
