import { Random } from '@askance/core/internals'
import type { LabellerSettings } from './controls.js'
import { Pause, type Sleep } from './mail-feed.js'
import type { MailLabel } from './mails.js'
import type { DemoService } from './stream.js'

interface LabellerOptions {
  readonly service: DemoService
  /** What an item is, if it is one of the demonstration's. */
  readonly truthOf: (id: string) => MailLabel | undefined
  readonly seed: number
  /** As they are at the moment. */
  readonly settings: () => LabellerSettings
  /** Hears of every answer. */
  readonly onAnswer: () => void
  readonly sleep: Sleep
}

/** After so many milliseconds it looks again whether there is a question. */
const POLL_MS = 200
const MAX_LEASED = 50

/** Takes questions and answers them like a person, but knows what the mails are. */
export class SimulatedLabeller {
  readonly #options: LabellerOptions
  readonly #idle: Pause
  readonly #thinking: Pause
  #stopped = false

  constructor(options: LabellerOptions) {
    this.#options = options
    this.#idle = new Pause(options.sleep)
    this.#thinking = new Pause(options.sleep)
  }

  /** Its settings are others now. */
  onSettingsChange(): void {
    this.#thinking.interrupt()
    this.#idle.wake()
  }

  /** There may be a question now. */
  wake(): void {
    this.#idle.wake()
  }

  stop(): void {
    this.#stopped = true
    this.onSettingsChange()
  }

  async run(): Promise<void> {
    const { service, truthOf } = this.#options
    let strangers = 0
    while (!this.#stopped) {
      if (!this.#on) {
        await this.#idle.rest(Number.POSITIVE_INFINITY)
        continue
      }
      // Items that somebody else has sent are theirs to answer; one question beyond those may be ours.
      const ids = await service.lease(Math.min(MAX_LEASED, strangers + 1))
      const unknown = ids.filter((id) => truthOf(id) === undefined)
      strangers = unknown.length
      if (unknown.length > 0) await service.release(unknown)
      const known = ids.filter((id) => truthOf(id) !== undefined)
      for (const id of known) await this.#answer(id)
      if (known.length === 0) await this.#idle.rest(POLL_MS)
    }
  }

  /** Switched off before it has thought, it gives the question back. */
  async #answer(id: string): Promise<void> {
    const { service, truthOf, onAnswer, settings } = this.#options
    const { delay } = settings()
    if (this.#on && delay > 0) await this.#thinking.rest(1000 * delay)
    const label = truthOf(id)
    if (!this.#on || label === undefined) return service.release([id])
    if (await service.answer(id, this.#isWrong(id) ? otherLabel(label) : label)) onAnswer()
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

const otherLabel = (label: MailLabel): MailLabel => (label === 'spam' ? 'ham' : 'spam')
