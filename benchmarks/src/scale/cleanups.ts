/** What must be ended, also after a failure. */
export class Cleanups {
  readonly #all: (() => unknown)[] = []

  add(end: () => unknown): void {
    this.#all.push(end)
  }

  /** Ends all, the latest first, even if one of them fails. */
  async run(): Promise<void> {
    for (let end = this.#all.pop(); end; end = this.#all.pop()) {
      try {
        await end()
      } catch (cause) {
        console.error(cause)
      }
    }
  }
}
