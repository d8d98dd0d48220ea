import type { Page } from '../store/records.js'

type Follower = (page: Page) => void

/** Callbacks for committed pages. An error in one does not stop the others. */
export class Followers {
  readonly #all = new Set<Follower>()
  readonly #of = new Map<string, Set<Follower>>()

  /** Follows one stream or all; returns a function that unsubscribes. */
  add(stream: string | undefined, follower: Follower): () => void {
    const followers = stream === undefined ? this.#all : (this.#of.get(stream) ?? new Set())
    if (stream !== undefined) this.#of.set(stream, followers)
    followers.add(follower)
    return () => {
      followers.delete(follower)
      if (stream !== undefined && followers.size === 0) this.#of.delete(stream)
    }
  }

  publish(page: Page): void {
    for (const follower of [...this.#all, ...(this.#of.get(page.stream) ?? [])]) {
      try {
        follower(page)
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error))
      }
    }
  }
}
