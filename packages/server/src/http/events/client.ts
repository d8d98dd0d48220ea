import { Readable } from 'node:stream'
import type { LogPage, Page } from '../../store/records.js'
import { eventMessages, formatMessage, type Message } from './messages.js'

/** A client with more unread characters is disconnected; it can reconnect and resume. */
const MAX_UNREAD = 2 ** 20
/** Max pages buffered while missed events are sent. */
const MAX_WAITING = 10_000
const SECOND = 1000

/** A server-sent event connection: the response body as a stream of text. */
export class EventClient extends Readable {
  readonly #sample: number
  readonly #now: () => number
  readonly #waiting: Page[] = []
  #isLive = false
  #last = -1
  #second = 0
  #sent = 0
  #resume: (() => void) | undefined

  constructor(sample: number, now: () => number) {
    super({ highWaterMark: 2 ** 16 })
    this.#sample = sample
    this.#now = now
  }

  /** The number of the last event that was sent or skipped; −1 before the first. */
  get last(): number {
    return this.#last
  }

  override _read(): void {
    this.#resume?.()
    this.#resume = undefined
  }

  /** Sends the pages buffered during catch-up and switches to live events. */
  beginLive(): void {
    this.#isLive = true
    for (const page of this.#waiting.splice(0)) this.page(page)
  }

  page(page: Page): void {
    if (this.destroyed) return
    if (this.#isLive) this.#sendLive(page)
    else if (this.#waiting.push(page) > MAX_WAITING) this.destroy()
  }

  #sendLive(page: Page): void {
    const end = page.seq + page.count - 1
    if (end <= this.#last) return
    const { messages, decisions } = eventMessages(page, this.#last, this.#remaining())
    this.#sent += decisions
    this.#last = end
    this.send(messages.map(formatMessage).join(''))
  }

  /** How many decisions may still be sent in this second. */
  #remaining(): number {
    const second = Math.floor(this.#now() / SECOND)
    if (second !== this.#second) {
      this.#second = second
      this.#sent = 0
    }
    return Math.max(0, this.#sample - this.#sent)
  }

  /** Sends missed events and waits until the client has read them. */
  async catchUp(slice: LogPage): Promise<void> {
    const { messages } = eventMessages(slice, this.#last, Number.POSITIVE_INFINITY)
    this.#last = Math.max(this.#last, slice.seq + slice.count - 1)
    const text = messages.map(formatMessage).join('')
    if (text !== '' && !this.destroyed && !this.push(text))
      await new Promise<void>((resolve) => {
        this.#resume = resolve
        this.once('close', resolve)
      })
  }

  skipTo(seq: number): void {
    this.#last = seq
  }

  message(message: Message): void {
    this.send(formatMessage(message))
  }

  send(text: string): void {
    if (this.destroyed || text === '') return
    this.push(text)
    if (this.readableLength > MAX_UNREAD) this.destroy()
  }

  end(): void {
    if (!this.destroyed) this.push(null)
  }
}
