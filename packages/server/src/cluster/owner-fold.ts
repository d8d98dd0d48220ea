import type { Observed, State } from '@askance/core'
import { type Classifier, type Grant, WideOwner } from '@askance/core/internals'
import { decodePage, encodeVersion, type Page } from './messages.js'
import type { OwnerBeginning, PublishedVersion } from './owner.js'

/** What a version is made of, in addition to the state. */
interface VersionInput {
  readonly number: number
  readonly epoch: number
  readonly time: number
  /** Whether nothing is asked. */
  readonly paused?: boolean
  readonly shape?: unknown
}

/**
 * What an owner keeps of a wide stream in addition to its classifier: a fold over pages and the events of the classifier. Grants are not
 * part of it, so that after a replay those on the wire must be noted before new ones are handed out.
 */
export class OwnerFold<Item> {
  readonly wide: WideOwner<Item>
  #taken = 0
  #isFenced = false

  constructor(classifier: Classifier<Item>, partitions: number) {
    this.wide = new WideOwner(classifier, partitions)
  }

  /** The number of the last page that was taken. */
  get taken(): number {
    return this.#taken
  }

  begin(): OwnerBeginning {
    return { taken: this.#taken, needsGrants: this.wide.needsGrants }
  }

  /** Questions that partitions may still ask without another grant; undefined if the budget needs no grants. */
  get grantsLeft(): number | undefined {
    return this.wide.needsGrants ? this.wide.grants.left : undefined
  }

  /** Takes a page that follows on the others. Returns it, and the decisions that opened a question. */
  take(seq: number, bytes: Uint8Array): { readonly page: Page; readonly opened: readonly Observed[] } {
    const page = decodePage(bytes)
    this.#taken = seq
    return { page, opened: this.wide.take(page) }
  }

  fence(given: readonly Grant[]): readonly Grant[] {
    const { grants, partitions, needsGrants } = this.wide
    for (const grant of given) grants.given(grant)
    this.#isFenced = true
    return needsGrants ? Array.from({ length: partitions }, (_, p) => grants.renew(p)) : []
  }

  /** A version with the grants that go with it; undefined if the grants of earlier owners are not known. */
  version({ number, epoch, time, paused = false, shape }: VersionInput): PublishedVersion | undefined {
    const { wide } = this
    if (!this.#isFenced && wide.needsGrants) return undefined
    const bytes = encodeVersion({
      ...wide.version(number, epoch, time, paused),
      ...(shape !== undefined && { shape }),
    })
    return { bytes, grants: wide.needsGrants ? wide.grants.hand(wide.cap(time)) : [] }
  }

  save(): { readonly taken: number; readonly state: State } {
    return { taken: this.#taken, state: this.wide.save() }
  }

  load(taken: number, state: State): void {
    this.#taken = taken
    this.wide.load(state)
  }
}
