/** Some work on a stream: done at once, or in pieces by a generator. */
interface Job {
  begin(): unknown
  done(value: unknown): void
  failed(error: unknown): void
  pieces?: Generator<void, unknown>
}

/** For so long, in milliseconds, work goes on before it is looked whether there is more. */
const A_TURN = 4

/**
 * The streams of a thread take turns: the work on one stream is done in the order in which it came, and long work on one
 * stream keeps the others waiting for a piece of it only.
 */
export class Turns {
  readonly #jobs = new Map<string, Job[]>()
  /** The streams that have something to do, the next one first. */
  #next: string[] = []
  #isGoing = false

  add(stream: string, job: Job): void {
    const jobs = this.#jobs.get(stream)
    if (jobs) jobs.push(job)
    else {
      this.#jobs.set(stream, [job])
      this.#next.push(stream)
    }
    if (this.#isGoing) return
    this.#isGoing = true
    setImmediate(() => this.#go())
  }

  #go(): void {
    const end = performance.now() + A_TURN
    do {
      const stream = this.#next.shift()
      if (stream === undefined) {
        this.#isGoing = false
        return
      }
      this.#step(stream)
    } while (performance.now() < end)
    setImmediate(() => this.#go())
  }

  #step(stream: string): void {
    const jobs = this.#jobs.get(stream) ?? []
    const [job] = jobs
    if (job && isOver(job)) jobs.shift()
    if (jobs.length > 0) this.#next.push(stream)
    else this.#jobs.delete(stream)
  }
}

/** Does a piece; tells whether that was the last. */
const isOver = (job: Job): boolean => {
  try {
    const made = job.pieces ?? job.begin()
    if (!isGenerator(made)) {
      job.done(made)
      return true
    }
    job.pieces = made
    const { done, value } = made.next()
    if (done) job.done(value)
    return Boolean(done)
  } catch (error) {
    job.failed(error)
    return true
  }
}

const isGenerator = (made: unknown): made is Generator<void, unknown> =>
  typeof made === 'object' && made !== null && Symbol.iterator in made && 'next' in made
