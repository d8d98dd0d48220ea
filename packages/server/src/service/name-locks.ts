/** Locks names for requests in flight, so that requests with a common name run one after the other. */
export class NameLocks {
  readonly #taken = new Map<string, Promise<void>>()

  /** Works while it holds the names. */
  async holding<Value>(names: readonly string[], work: () => Promise<Value>): Promise<Value> {
    if (names.length === 0) return work()
    const release = await this.take(names)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Waits until all names are free, then locks them; returns a function that releases them. */
  async take(names: readonly string[]): Promise<() => void> {
    for (;;) {
      const taken = names.flatMap((name) => this.#taken.get(name) ?? [])
      if (taken.length === 0) break
      await Promise.all(taken)
    }
    let end = (): void => undefined
    const done = new Promise<void>((resolve) => {
      end = resolve
    })
    for (const name of names) this.#taken.set(name, done)
    return () => {
      for (const name of names) this.#taken.delete(name)
      end()
    }
  }
}
