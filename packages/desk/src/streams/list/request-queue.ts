type Request = () => Promise<void>

/** Limits the number of concurrent requests. */
export class RequestQueue {
  readonly #most: number
  readonly #waiting: Request[] = []
  #running = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Runs a request when a slot is free, unless the signal aborts first. */
  run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(async () => {
        if (signal?.aborted) resolve(undefined)
        else await task().then(resolve, reject)
      })
      this.#next()
    })
  }

  #next(): void {
    while (this.#running < this.#most) {
      const task = this.#waiting.shift()
      if (!task) return
      this.#running++
      void task().finally(() => {
        this.#running--
        this.#next()
      })
    }
  }
}
