import type { ClassifierOptions } from '@askance/core'
import { Classifier, type Grant, type WideOwner, wideOptions } from '@askance/core/internals'
import type { OwnerBeginning, OwnerProgress, OwnerState, PublishedVersion, ReadPage } from './owner.js'
import { OwnerFold } from './owner-fold.js'

/** What the owner did, in order. */
export type JournalEntry =
  | { readonly type: 'page'; readonly seq: number; readonly bytes: Uint8Array }
  | { readonly type: 'answer'; readonly id: string; readonly label: string; readonly time: number }

/** The state of an owner over a list of entries, for tests and simulations. Another one over the same list has the same state. */
export class JournalState implements OwnerState {
  readonly #fold: OwnerFold<never>
  readonly #entries: JournalEntry[]
  readonly #now: () => number
  /** The ids of questions that were opened and not answered here. */
  readonly opened: string[] = []

  constructor(classifier: ClassifierOptions, partitions: number, entries: JournalEntry[], now: () => number) {
    const own = new Classifier(wideOptions(classifier))
    this.#fold = new OwnerFold(own as Classifier<never>, partitions)
    own.log = (event) => this.wide.follow(event)
    this.#entries = entries
    this.#now = now
    for (const entry of entries) this.#apply(entry)
    this.opened.length = 0
  }

  get wide(): WideOwner<never> {
    return this.#fold.wide
  }

  #apply(entry: JournalEntry): void {
    if (entry.type === 'answer') this.wide.classifier.answer(entry.id, entry.label, { time: entry.time })
    else this.opened.push(...this.#fold.take(entry.seq, entry.bytes).opened.map(({ id }) => id))
  }

  /** An answer that is refused throws before it is in the journal: every rebuilt owner would throw too. */
  #happens(entry: JournalEntry): void {
    this.#apply(entry)
    this.#entries.push(entry)
  }

  answer(id: string, label: string): void {
    this.#happens({ type: 'answer', id, label, time: this.#now() })
  }

  async begin(): Promise<OwnerBeginning> {
    return this.#fold.begin()
  }

  async fence(given: readonly Grant[]): Promise<readonly Grant[]> {
    return this.#fold.fence(given)
  }

  async take(pages: readonly ReadPage[]): Promise<number> {
    const before = this.opened.length
    for (const { seq, bytes } of pages)
      if (seq > this.#fold.taken) this.#happens({ type: 'page', seq, bytes })
    return this.opened.length - before
  }

  async progress(): Promise<OwnerProgress> {
    const { items, answers } = this.wide.classifier.counts
    const { grantsLeft } = this.#fold
    return { items, answers, ...(grantsLeft !== undefined && { grantsLeft }) }
  }

  async version(number: number, epoch: number): Promise<PublishedVersion | undefined> {
    return this.#fold.version({ number, epoch, time: this.#now() })
  }
}
