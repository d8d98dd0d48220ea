/**
 * How long this node knows that the others take it for alive: from before its last heartbeat was sent, by two clocks. One of them
 * stands still while a machine is suspended, the other one can be set.
 */
export class Lease {
  readonly #milliseconds: number
  #until = { running: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY }

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  get isValid(): boolean {
    return performance.now() < this.#until.running && Date.now() < this.#until.wall
  }

  /** The lease that a heartbeat beginning now extends to. */
  begin(): { readonly running: number; readonly wall: number } {
    return { running: performance.now() + this.#milliseconds, wall: Date.now() + this.#milliseconds }
  }

  extend(until: { readonly running: number; readonly wall: number }): void {
    this.#until = until
  }

  end(): void {
    this.#until = { running: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY }
  }
}
