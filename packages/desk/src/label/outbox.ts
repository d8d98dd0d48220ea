/** What a labeller did with a question. */
export type Deed = 'answer' | 'skip' | 'unsure' | 'undo'

/** Something to be sent to the service. */
export interface Entry {
  /** Sent along, so that the service does it once. */
  readonly key: string
  /** Whose it is: nobody's answers are sent under another name. */
  readonly who: string
  readonly stream: string
  readonly id: string
  readonly deed: Deed
  readonly label?: string
  /** The title of the item, for people. */
  readonly title: string
}

/** What became of an entry: it was taken, or nobody needs it any more. */
export interface Sent {
  readonly outcome: 'done' | 'unneeded'
  /** The question that an undo gave back. */
  readonly question?: unknown
}

/** Why the first entry is not sent: no connection, the service could not just now, or will not at all. */
export interface Trouble {
  readonly kind: 'offline' | 'busy' | 'refused'
  readonly reason: string
}

/** Where entries are kept. `write` tells whether they really are. */
export interface Shelf {
  read(): readonly Entry[]
  write(entries: readonly Entry[]): boolean
}

export interface OutboxOptions {
  readonly who: string
  readonly shelf: Shelf
  /** Sends an entry; `again` tells that it may have been sent before. */
  send(entry: Entry, again: boolean): Promise<Sent>
  troubleOf(error: unknown): Trouble
  /** Does one thing at a time, in all tabs. */
  alone<T>(task: () => Promise<T>): Promise<T>
  /** Calls after so many milliseconds; gives a way to call it off. */
  later(call: () => void, milliseconds: number): () => void
}

const FIRST_WAIT = 1000
const MOST_WAIT = 30_000
/** More are not kept: somebody who is without a connection has no more questions than this. */
export const MOST_KEPT = 1000

type Hear = (entry: Entry, sent: Sent) => void

const deeds: ReadonlySet<unknown> = new Set(['answer', 'skip', 'unsure', 'undo'])
const isEntry = (value: unknown): value is Entry => {
  if (typeof value !== 'object' || value === null) return false
  const { key, who, stream, id, deed, label, title } = value as Record<string, unknown>
  const hasTexts = [key, who, stream, id, title].every((text) => typeof text === 'string')
  return hasTexts && deeds.has(deed) && (deed !== 'answer' || typeof label === 'string')
}

/**
 * Entries from the text that was kept; what is none is left out.
 *
 * @example
 * entriesIn('[{"key":"a"}, 1]') // => []
 * entriesIn(undefined) // => []
 */
export const entriesIn = (text: string | undefined): readonly Entry[] => {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isEntry).slice(0, MOST_KEPT) : []
  } catch {
    return []
  }
}

/** Sends what a labeller did, in order, behind their back, and keeps it on the device until it is taken. */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #listeners = new Set<() => void>()
  readonly #hearers = new Set<Hear>()
  /** What was there already: whoever left it may have sent it and not lived to hear of it. */
  readonly #found: ReadonlySet<string>
  #entries: readonly Entry[]
  #underWay: string | undefined
  #tried: string | undefined
  #trouble: Trouble | undefined
  #wait = FIRST_WAIT
  #callOff: (() => void) | undefined
  #isRunning = false
  #isKept = true

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#entries = options.shelf.read().filter(({ who }) => who === options.who)
    this.#found = new Set(this.#entries.map(({ key }) => key))
  }

  /** What is not taken yet, the oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries
  }

  get trouble(): Trouble | undefined {
    return this.#trouble
  }

  /** Whether all of it would survive the tab. */
  get isKept(): boolean {
    return this.#isKept
  }

  /** Tells of every change. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells what became of each entry. */
  hear(hearer: Hear): () => void {
    this.#hearers.add(hearer)
    return () => this.#hearers.delete(hearer)
  }

  add(...entries: readonly Entry[]): void {
    this.#entries = [...this.#entries, ...entries]
    this.#store((kept) => [...kept, ...entries])
    this.#changed()
    if (!this.#trouble) void this.run()
  }

  /** Takes an entry out that the service has not: one that was never sent, or was refused. */
  takeBack(key: string): boolean {
    const isThere = this.#entries.some((entry) => entry.key === key)
    const isRefused = this.#trouble?.kind === 'refused' && key === this.#tried
    if (!isThere || key === this.#underWay || (key === this.#tried && !isRefused)) return false
    this.#drop(key)
    if (isRefused) this.retry()
    return true
  }

  /** Gives up the entry that cannot be sent, and goes on with the next. */
  giveUp(): void {
    const [first] = this.#entries
    if (!first || first.key === this.#underWay) return
    this.#drop(first.key)
    this.#dropUndoOf(first)
    this.retry()
  }

  /** Tries now, whatever the wait. */
  retry(): void {
    this.#callOff?.()
    this.#callOff = undefined
    this.#wait = FIRST_WAIT
    void this.run()
  }

  /** Sends until all is sent or something is in the way. */
  async run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#callOff?.()
    this.#callOff = undefined
    try {
      for (let first = this.#entries[0]; first; first = this.#entries[0]) await this.#sendFirst(first)
      this.#trouble = undefined
    } catch (error) {
      this.#stuck(this.#options.troubleOf(error))
    } finally {
      this.#isRunning = false
      this.#changed()
    }
  }

  #sendFirst(entry: Entry): Promise<void> {
    const { alone, shelf, send } = this.#options
    return alone(async () => {
      // Another tab may have sent it meanwhile.
      if (this.#isKept && !shelf.read().some(({ key }) => key === entry.key)) return this.#drop(entry.key)
      const again = this.#tried === entry.key || this.#found.has(entry.key)
      this.#underWay = entry.key
      this.#tried = entry.key
      try {
        const sent = await send(entry, again)
        this.#wait = FIRST_WAIT
        this.#trouble = undefined
        this.#drop(entry.key)
        if (sent.outcome === 'unneeded') this.#dropUndoOf(entry)
        for (const hearer of this.#hearers) hearer(entry, sent)
      } finally {
        this.#underWay = undefined
      }
    })
  }

  #stuck(trouble: Trouble): void {
    this.#trouble = trouble
    if (trouble.kind === 'refused') return
    this.#callOff = this.#options.later(() => void this.run(), this.#wait)
    this.#wait = Math.min(MOST_WAIT, 2 * this.#wait)
  }

  /** What was never taken need not be taken back, and an undo would take back something else. */
  #dropUndoOf({ deed, stream, id }: Entry): void {
    if (deed === 'undo') return
    const undo = this.#entries.find((entry) => entry.stream === stream && entry.id === id)
    if (undo?.deed === 'undo') this.#drop(undo.key)
  }

  #drop(key: string): void {
    this.#entries = this.#entries.filter((entry) => entry.key !== key)
    this.#store((kept) => kept.filter((entry) => entry.key !== key))
    this.#changed()
  }

  /** Changes what is kept, and leaves alone what other tabs and other people keep there. */
  #store(change: (kept: readonly Entry[]) => readonly Entry[]): void {
    const { shelf } = this.#options
    this.#isKept = shelf.write(change(shelf.read()).slice(-MOST_KEPT))
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
