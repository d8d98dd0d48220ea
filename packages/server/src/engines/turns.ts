/** Some work on a stream: done at once, or in slices by a generator. */
interface Job {
  begin(): unknown
  resolve(value: unknown): void
  reject(error: unknown): void
  slices?: Generator<void, unknown>
}

/** Milliseconds of work before the event loop may deliver new messages. */
const TURN = 4

/**
 * The streams of a thread take turns. The jobs of one stream run in the order in which they came, and a long job keeps the
 * other streams waiting for one slice only.
 */
export class Turns {
  readonly #jobs = new Map<string, Job[]>()
  /** The streams that have jobs, the next one first. */
  readonly #next: string[] = []
  #isRunning = false

  run(stream: string, begin: () => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => this.#add(stream, { begin, resolve, reject }))
  }

  #add(stream: string, job: Job): void {
    const jobs = this.#jobs.get(stream)
    if (jobs) jobs.push(job)
    else {
      this.#jobs.set(stream, [job])
      this.#next.push(stream)
    }
    if (this.#isRunning) return
    this.#isRunning = true
    setImmediate(() => this.#work())
  }

  #work(): void {
    const end = performance.now() + TURN
    do {
      const stream = this.#next.shift()
      if (stream === undefined) {
        this.#isRunning = false
        return
      }
      this.#step(stream)
    } while (performance.now() < end)
    setImmediate(() => this.#work())
  }

  #step(stream: string): void {
    const jobs = this.#jobs.get(stream) ?? []
    const [job] = jobs
    if (job && isFinished(job)) jobs.shift()
    if (jobs.length > 0) this.#next.push(stream)
    else this.#jobs.delete(stream)
  }
}

/** Runs one slice; returns whether it was the last. */
const isFinished = (job: Job): boolean => {
  try {
    const made = job.slices ?? job.begin()
    if (!isGenerator(made)) {
      job.resolve(made)
      return true
    }
    job.slices = made
    const { done, value } = made.next()
    if (done) job.resolve(value)
    return Boolean(done)
  } catch (error) {
    job.reject(error)
    return true
  }
}

export const isGenerator = <Value>(made: Value | Generator<void, Value>): made is Generator<void, Value> =>
  typeof made === 'object' && made !== null && Symbol.iterator in made && 'next' in made
