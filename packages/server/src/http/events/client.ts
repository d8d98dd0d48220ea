import { Readable } from 'node:stream'
import type { LogPage, Page, TokenRecord } from '../../store/records.js'
import { eventMessages, formatMessage, type Message, withoutLabels } from './messages.js'

const SECOND = 1000

interface EventClientOptions {
  /** Max decisions per second. */
  readonly sample: number
  /** With more unread characters it is disconnected; it can reconnect and resume. */
  readonly maxUnread: number
  /** Whether labels and decisions are sent too, or only counts, quality and the state of questions. */
  readonly exports: boolean
  /** Whether the caller may still do what they could when they connected. */
  isAdmitted(): Promise<boolean>
  /** Whose connection it is; undefined without tokens. */
  readonly token?: TokenRecord | undefined
  now(): number
}

/** A server-sent event connection: the response body as a stream of text. */
export class EventClient extends Readable {
  readonly token: TokenRecord | undefined
  readonly #options: EventClientOptions
  #isLive = false
  #isEnded = false
  /** Whether there was a page since it was reset, which the log has. */
  hasMissed = false
  #last = -1
  #second = 0
  #sent = 0
  #resume: (() => void) | undefined

  constructor(options: EventClientOptions) {
    super({ highWaterMark: 2 ** 16 })
    this.#options = options
    this.token = options.token
  }

  /** Whether the grants of the caller are still those with which they connected. */
  isAdmitted(): Promise<boolean> {
    return this.#options.isAdmitted()
  }

  /** The number of the last event that was sent or skipped; −1 before the first. */
  get last(): number {
    return this.#last
  }

  /** Whether nothing more is sent. */
  get isOver(): boolean {
    return this.#isEnded || this.destroyed
  }

  override _read(): void {
    this.#resume?.()
    this.#resume = undefined
  }

  /** Switches to live events, once there is nothing more in the log. */
  beginLive(): void {
    this.#isLive = true
  }

  /** Before it is live, pages are not kept: they are read from the log again. */
  page(page: Page): void {
    if (this.isOver) return
    if (this.#isLive) this.#sendLive(page)
    else this.hasMissed = true
  }

  #sendLive(page: Page): void {
    const end = page.seq + page.count - 1
    if (end <= this.#last) return
    const { messages, decisions } = eventMessages(page, this.#last, this.#remaining())
    this.#sent += decisions
    this.#last = end
    this.send(this.#textOf(messages))
  }

  #textOf(messages: readonly Message[]): string {
    const sent = this.#options.exports ? messages : messages.flatMap(withoutLabels)
    return sent.map(formatMessage).join('')
  }

  /** How many decisions may still be sent in this second. */
  #remaining(): number {
    const second = Math.floor(this.#options.now() / SECOND)
    if (second !== this.#second) {
      this.#second = second
      this.#sent = 0
    }
    return Math.max(0, this.#options.sample - this.#sent)
  }

  /** The text of missed events, which are then counted as sent. */
  missedText(slice: LogPage): string {
    const { messages } = eventMessages(slice, this.#last, Number.POSITIVE_INFINITY)
    this.#last = Math.max(this.#last, slice.seq + slice.count - 1)
    return this.#textOf(messages)
  }

  /** Sends missed events and waits until the client has read them. */
  async catchUp(text: string): Promise<void> {
    if (text !== '' && !this.isOver && !this.push(text))
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
    if (this.isOver || text === '') return
    this.push(text)
    if (this.readableLength > this.#options.maxUnread) this.destroy()
  }

  end(): void {
    if (this.isOver) return
    this.#isEnded = true
    this.push(null)
  }
}
