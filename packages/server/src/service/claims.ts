/** Names that requests in flight have taken, so that two that want the same come one after the other. */
export class Claims {
  readonly #taken = new Map<string, Promise<void>>()

  /** Waits until none of the names is taken, then takes them all. Call what comes back when done. */
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
