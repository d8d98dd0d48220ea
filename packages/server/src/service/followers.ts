import type { Page } from '../store/records.js'

type Follower = (page: Page) => void

/** Those who want to know what has come to disk. One that fails keeps nobody else from being told. */
export class Followers {
  readonly #all = new Set<Follower>()
  readonly #of = new Map<string, Set<Follower>>()

  /** Of one stream, or of all. Call what comes back to be told no more. */
  add(stream: string | undefined, follower: Follower): () => void {
    const followers = stream === undefined ? this.#all : (this.#of.get(stream) ?? new Set())
    if (stream !== undefined) this.#of.set(stream, followers)
    followers.add(follower)
    return () => {
      followers.delete(follower)
      if (stream !== undefined && followers.size === 0) this.#of.delete(stream)
    }
  }

  tell(page: Page): void {
    for (const follower of [...this.#all, ...(this.#of.get(page.stream) ?? [])]) {
      try {
        follower(page)
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error))
      }
    }
  }
}
