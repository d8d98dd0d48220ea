import { serverError } from '../errors.js'

/** Milliseconds of a clock that is the same in all threads and is never set. */
const monotonicNow = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/** What the main thread sees of a thread that does not answer: the job that runs, and since when. */
export class JobClock {
  /** The number of the job, 0 for none; and when it would have begun without pauses, in milliseconds. */
  readonly #cells: BigInt64Array
  readonly buffer: SharedArrayBuffer

  constructor(buffer = new SharedArrayBuffer(16)) {
    this.buffer = buffer
    this.#cells = new BigInt64Array(buffer)
  }

  begin(job: number, spent: number): void {
    Atomics.store(this.#cells, 1, BigInt(Math.round(monotonicNow() - spent)))
    Atomics.store(this.#cells, 0, BigInt(job))
  }

  end(): void {
    Atomics.store(this.#cells, 0, 0n)
  }

  /** The job that has run for longer than this; 0 if there is none. */
  overdue(milliseconds: number): number {
    const job = Atomics.load(this.#cells, 0)
    const began = Number(Atomics.load(this.#cells, 1))
    // It may have ended in between.
    const isSame = job === Atomics.load(this.#cells, 0)
    return isSame && job !== 0n && monotonicNow() - began > milliseconds ? Number(job) : 0
  }
}

/** The limits of a job, and what it has cost so far. */
interface JobOptions {
  /** A number by which it can be cancelled; it is not 0. */
  readonly job?: number
  /** How many milliseconds it may work. */
  readonly most?: number
  /** Whether it changes nothing, so that it can be cancelled after it has begun. */
  readonly isRead?: boolean
  /** Milliseconds of work; updated after every slice. */
  readonly cost?: { milliseconds: number }
}

/** Work on a stream: a plain call, or a generator that works in slices. */
interface Job extends JobOptions {
  readonly cost: { milliseconds: number }
  begin(): unknown
  resolve(value: unknown): void
  reject(error: unknown): void
  slices?: Generator<void, unknown>
  isCancelled?: boolean
}

/** Milliseconds of work before the event loop can deliver new messages. */
const TURN = 4

/**
 * Round-robin scheduler for the streams of a thread. Jobs of one stream run in order, and other streams wait for at most
 * one slice of a long job.
 */
export class Turns {
  readonly #jobs = new Map<string, Job[]>()
  /** The streams with pending jobs, in turn order. */
  readonly #next: string[] = []
  readonly #clock: JobClock
  #isRunning = false

  constructor(clock = new JobClock()) {
    this.#clock = clock
  }

  run(stream: string, begin: () => unknown, options: JobOptions = {}): Promise<unknown> {
    return new Promise((resolve, reject) =>
      this.#add(stream, { cost: { milliseconds: 0 }, ...options, begin, resolve, reject }),
    )
  }

  /** Ends a job that has not begun, or that changes nothing, when its turn comes. */
  cancel(number: number): void {
    for (const jobs of this.#jobs.values())
      for (const job of jobs) if (job.job === number) job.isCancelled = true
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
    if (job && this.#isFinished(job)) jobs.shift()
    if (jobs.length > 0) this.#next.push(stream)
    else this.#jobs.delete(stream)
  }

  /** Runs one slice; returns whether it was the last. */
  #isFinished(job: Job): boolean {
    const { cost, most = Number.POSITIVE_INFINITY } = job
    if (job.isCancelled && (job.isRead || !job.slices)) {
      job.reject(serverError('request/cancelled'))
      return true
    }
    const start = performance.now()
    // Without a limit for all of its slices, each of them has one.
    this.#clock.begin(job.job ?? 0, most < Number.POSITIVE_INFINITY ? cost.milliseconds : 0)
    try {
      return isLastSlice(job, most)
    } catch (error) {
      job.reject(error)
      return true
    } finally {
      this.#clock.end()
      cost.milliseconds += performance.now() - start
    }
  }
}

const isLastSlice = (job: Job, most: number): boolean => {
  const made = job.slices ?? job.begin()
  if (!isGenerator(made)) {
    job.resolve(made)
    return true
  }
  job.slices = made
  // Thrown inside, so that a stream that was changed is unloaded.
  const { done, value } =
    job.cost.milliseconds > most
      ? made.throw(serverError('operation/timeout', { seconds: most / 1000 }))
      : made.next()
  if (done) job.resolve(value)
  return Boolean(done)
}

export const isGenerator = <Value>(made: Value | Generator<void, Value>): made is Generator<void, Value> =>
  typeof made === 'object' && made !== null && Symbol.iterator in made && 'next' in made
