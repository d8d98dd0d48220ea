import { Random } from '@askance/core/internals'
import type { LabellerSettings } from './controls.js'
import { Pause, type Sleep } from './feed.js'
import type { DemoService } from './stream.js'

interface LabellerOptions {
  readonly service: DemoService
  /** The true label of an item of the demo. */
  readonly truthOf: (id: string) => string | undefined
  readonly classes: readonly string[]
  readonly seed: number
  /** The current settings. */
  readonly settings: () => LabellerSettings
  readonly onAnswer: () => void
  readonly sleep: Sleep
}

const POLL_MS = 200
const MAX_LEASED = 50

/** Leases and answers questions like a person, but knows the true labels. */
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

  onSettingsChange(): void {
    this.#thinking.interrupt()
    this.#idle.wake()
  }

  /** Checks for questions now. */
  wake(): void {
    this.#idle.wake()
  }

  stop(): void {
    this.#stopped = true
    this.onSettingsChange()
  }

  async run(): Promise<void> {
    const { service, truthOf } = this.#options
    let foreign = 0
    while (!this.#stopped) {
      if (!this.#on) {
        await this.#idle.wait(Number.POSITIVE_INFINITY)
        continue
      }
      // Questions about items from other senders are released; one more may be ours.
      const ids = await service.lease(Math.min(MAX_LEASED, foreign + 1))
      const unknown = ids.filter((id) => truthOf(id) === undefined)
      foreign = unknown.length
      if (unknown.length > 0) await service.release(unknown)
      const known = ids.filter((id) => truthOf(id) !== undefined)
      for (const id of known) await this.#answer(id)
      if (known.length === 0) await this.#idle.wait(POLL_MS)
    }
  }

  /** Releases the question if it is switched off during the delay. */
  async #answer(id: string): Promise<void> {
    const { service, truthOf, onAnswer, settings } = this.#options
    const { delay } = settings()
    if (this.#on && delay > 0) await this.#thinking.wait(1000 * delay)
    const label = truthOf(id)
    if (!this.#on || label === undefined) return service.release([id])
    if (await service.answer(id, this.#given(id, label))) onAnswer()
  }

  /** The true label, or another one at the error rate. Depends on the seed and the item alone, not on the order of questions. */
  #given(id: string, label: string): string {
    const { seed, settings, classes } = this.#options
    const random = new Random(seed, `demo/labeller/${id}`)
    if (random.uniform() >= settings().errorRate) return label
    const others = classes.filter((name) => name !== label)
    return others[random.below(others.length)] ?? label
  }

  get #on(): boolean {
    return this.#options.settings().on && !this.#stopped
  }
}
