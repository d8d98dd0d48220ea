import type { Message } from './wire.js'

interface ReadAheadOptions<One> {
  /** The messages, until the signal aborts. */
  read(signal: AbortSignal): AsyncIterable<Message>
  convert(message: Message): One
  /** How many are kept until they are taken. */
  readonly most: number
}

/** Messages that are read as they come, and kept until they are taken. */
export class ReadAhead<One> {
  readonly #options: ReadAheadOptions<One>
  readonly #kept: One[] = []
  readonly #ending = new AbortController()
  readonly #reading: Promise<void>
  #failure: unknown
  #isWoken = false
  #wake: () => void = () => undefined
  #resume: () => void = () => undefined

  constructor(options: ReadAheadOptions<One>) {
    this.#options = options
    this.#reading = this.#read().catch((error: unknown) => {
      this.#failure = error
      this.wake()
    })
  }

  async #read(): Promise<void> {
    const { read, convert, most } = this.#options
    const { signal } = this.#ending
    for await (const message of read(signal)) {
      this.#kept.push(convert(message))
      this.wake()
      while (this.#kept.length >= most && !signal.aborted)
        await new Promise<void>((resolve) => {
          this.#resume = resolve
        })
    }
    if (!signal.aborted) throw new Error('the messages ended')
  }

  get length(): number {
    return this.#kept.length
  }

  /** Calls `remove` with the messages that were read, from which it removes the first ones. */
  take<Taken>(remove: (kept: One[]) => Taken): Taken {
    const taken = remove(this.#kept)
    this.#resume()
    return taken
  }

  /** Ends the wait that is under way, or the next one. */
  wake(): void {
    this.#isWoken = true
    this.#wake()
  }

  /** Waits for a message or a call of `wake` since the last wait, at most so long. Rejects if reading has failed. */
  async wait(milliseconds?: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    if (!this.#isWoken)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        if (milliseconds !== undefined) timer = setTimeout(resolve, milliseconds)
      })
    clearTimeout(timer)
    this.#isWoken = false
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Ends reading. */
  async close(): Promise<void> {
    this.#ending.abort()
    this.#resume()
    await this.#reading
  }
}
