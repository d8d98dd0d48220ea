import { Random } from '@askance/core/internals'
import { Rest, type Sleep } from './arrival.js'
import type { LabellerSettings } from './controls.js'
import type { MailLabel } from './mails.js'
import type { Door } from './stream.js'

interface LabellerOptions {
  readonly door: Door
  /** What an item is, if it is one of the demonstration's. */
  readonly truthOf: (id: string) => MailLabel | undefined
  readonly seed: number
  /** As they are at the moment. */
  readonly settings: () => LabellerSettings
  /** Hears of every answer. */
  readonly answered: () => void
  readonly sleep: Sleep
}

/** After so many milliseconds it looks again whether there is a question. */
const LOOK_AGAIN = 200
const MOST_LEASED = 50

/** Takes questions and answers them like a person, but knows what the mails are. */
export class SimulatedLabeller {
  readonly #options: LabellerOptions
  readonly #idle: Rest
  readonly #thinking: Rest
  #stopped = false

  constructor(options: LabellerOptions) {
    this.#options = options
    this.#idle = new Rest(options.sleep)
    this.#thinking = new Rest(options.sleep)
  }

  /** Its settings are others now. */
  changed(): void {
    this.#thinking.interrupt()
    this.#idle.call()
  }

  /** There may be a question now. */
  wake(): void {
    this.#idle.call()
  }

  stop(): void {
    this.#stopped = true
    this.changed()
  }

  async run(): Promise<void> {
    const { door, truthOf } = this.#options
    let strangers = 0
    while (!this.#stopped) {
      if (!this.#on) {
        await this.#idle.rest(Number.POSITIVE_INFINITY)
        continue
      }
      // Items that somebody else has sent are theirs to answer; one question beyond those may be ours.
      const ids = await door.lease(Math.min(MOST_LEASED, strangers + 1))
      const unknown = ids.filter((id) => truthOf(id) === undefined)
      strangers = unknown.length
      if (unknown.length > 0) await door.release(unknown)
      const known = ids.filter((id) => truthOf(id) !== undefined)
      for (const id of known) await this.#answer(id)
      if (known.length === 0) await this.#idle.rest(LOOK_AGAIN)
    }
  }

  /** Switched off before it has thought, it gives the question back. */
  async #answer(id: string): Promise<void> {
    const { door, truthOf, answered, settings } = this.#options
    const { delay } = settings()
    if (this.#on && delay > 0) await this.#thinking.rest(1000 * delay)
    const label = truthOf(id)
    if (!this.#on || label === undefined) return door.release([id])
    if (await door.answer(id, this.#isWrong(id) ? otherThan(label) : label)) answered()
  }

  /** Decided by the seed and the mail alone, so that the order of questions does not matter. */
  #isWrong(id: string): boolean {
    const { seed, settings } = this.#options
    return new Random(seed, `demo/labeller/${id}`).uniform() < settings().errorRate
  }

  get #on(): boolean {
    return this.#options.settings().on && !this.#stopped
  }
}

const otherThan = (label: MailLabel): MailLabel => (label === 'spam' ? 'ham' : 'spam')
