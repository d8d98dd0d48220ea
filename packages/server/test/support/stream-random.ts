import assert from 'node:assert/strict'
import { AskanceError } from '@askance/core'
import { Random } from '@askance/core/internals'
import { defaultTexts, type VectorizerConfig } from '@askance/data'
import type { OperationName, Request } from '../../src/operations/index.js'
import type { SentItem } from '../../src/operations/types.js'
import type { StreamConfig } from '../../src/stream/config.js'
import type { Labelled } from '../../src/stream/label-values.js'
import { askingConfig, Life } from './stream-life.js'

export type Kind = 'rows' | 'texts' | 'features'

/** As for short texts, but with few indices, so that a life is short. */
export const WORDY: VectorizerConfig = {
  text: { ...defaultTexts.text, characters: [3, 3] },
  index: { kind: 'hash', bits: 9, names: 100 },
}

const PEOPLE = ['ann', 'bob', 'cyd', 'dan', 'eve']
const WORDS = ['free', 'offer', 'meeting', 'minutes', 'today', 'win', 'report', 'lunch']

export interface Setting {
  readonly config: StreamConfig
  readonly kind: Kind
}

/** The seeds go through all algorithms, numbers of voters, kinds of items and of budgets. */
export const settingOf = (seed: number): Setting => {
  const algorithm = ['auto', 'D-AMD', 'MPAA-I'][seed % 3]
  const answersPerItem = seed % 2 ? 1 : 3
  const isRatio = seed % 4 < 2
  const kind = (['rows', 'texts', 'features'] as const)[Math.floor(seed / 3) % 3]
  return {
    kind,
    config: {
      ...askingConfig,
      ...(kind === 'texts' && { vectorizer: WORDY }),
      algorithm,
      answersPerItem,
      consensus: seed % 5 < 3 ? 'majority' : 'reliability',
      classes: algorithm === 'D-AMD' ? ['ham', 'spam'] : ['ham', 'spam', 'eggs'],
      budget: isRatio ? { ratio: 0.4, credit: 10 } : { total: 120, horizon: 300 },
      measure: 0.3,
      drift: seed % 4 === 1,
      seed,
      ...(seed % 3 === 2 && { expireAfter: 300 }),
    },
  }
}

/** A stream with several labels for an item, otherwise with the settings of a seed. */
export const multiLabelSettingOf = (seed: number): Setting => {
  const { kind, config } = settingOf(seed)
  return { kind, config: { ...config, multiLabel: true, classes: ['ham', 'spam', 'eggs'] } }
}

/** Several people and senders who do this and that with a stream. */
export class RandomLife extends Life {
  readonly #random: Random
  readonly #kind: Kind
  readonly #ids: string[] = []
  /** The items about which somebody said something, some of them settled. */
  readonly #spoken: string[] = []

  constructor(seed: number, { config, kind }: Setting) {
    super(config)
    this.#random = new Random(seed, 'life')
    this.#kind = kind
  }

  below(n: number): number {
    return this.#random.below(n)
  }

  #any<T>(all: readonly T[]): T {
    return all[this.below(all.length)]
  }

  item(): SentItem {
    const { classes } = this.stream.config
    const about = this.below(classes.length)
    if (this.#kind === 'texts')
      return { text: [WORDS[about], this.#any(WORDS), this.#any(WORDS), this.#any(WORDS)].join(' ') }
    const number = Math.round(this.#random.normal() * 100) / 100
    if (this.#kind === 'features')
      return { features: { [`f${about}`]: 1, size: number, colour: this.#any(['red', 'blue', 'green']) } }
    return { row: { index: [1 + about, 5], value: [1, number] } }
  }

  #newId(): string {
    const id = `i${this.#ids.length}`
    this.#ids.push(id)
    return id
  }

  /** A label, or several in a multi-label stream. */
  labelled(): Labelled {
    const { multiLabel, classes } = this.stream.config
    if (multiLabel) return { labels: classes.filter(() => this.below(3) === 0) }
    return { label: this.below(80) === 0 ? 'beans' : this.#any(classes) }
  }

  /** Does something; a refusal is fine, another error is not. */
  attempt<Name extends OperationName>(name: Name, request: Request<Name>, by: string): void {
    try {
      this.run(name, request, by)
    } catch (error) {
      assert.ok(error instanceof AskanceError, `${name}: ${(error as Error).stack}`)
    }
  }

  step(): void {
    const by = this.#any(PEOPLE)
    this.now += this.below(4) * this.below(4000)
    const choice = this.below(100)
    if (choice < 38) this.#send()
    else if (choice < 80) this.#label(by)
    else if (choice < 88) this.attempt('undo', {}, by)
    else if (choice < 93) this.#fromOutside()
    else if (choice < 95) this.#look()
    else this.#manage()
  }

  #send(): void {
    const items = Array.from({ length: 1 + this.below(3) }, () => ({ id: this.#newId(), ...this.item() }))
    this.attempt('observe', { items }, 'sender')
  }

  #label(by: string): void {
    const held = this.stream.queue.heldBy(by).map(({ id }) => id)
    if (held.length > 0) this.#speak(by, held)
    else this.attempt('lease', { count: 1 + this.below(3) }, by)
  }

  #speak(by: string, held: readonly string[]): void {
    const id = this.below(20) === 0 ? this.#any(this.#ids) : this.#any(held)
    const choice = this.below(20)
    if (choice < 14) this.#spoken.push(id)
    if (choice < 14) this.attempt('answer', { id, ...this.labelled() }, by)
    else if (choice < 16) this.attempt('skip', { id }, by)
    else if (choice < 18) this.attempt('unsure', { id }, by)
    else if (choice < 19) this.attempt('release', { ids: held }, by)
    else this.attempt('heartbeat', { ids: held }, by)
  }

  #fromOutside(): void {
    if (this.#ids.length === 0) return
    const answers = Array.from({ length: 1 + this.below(3) }, () => ({
      id: this.#any(this.#ids),
      ...this.labelled(),
      ...(this.below(2) && { by: this.#any(PEOPLE) }),
    }))
    this.attempt('answers', { answers }, 'sender')
  }

  #look(): void {
    this.attempt('predict', { items: [this.item()] }, 'reader')
    this.attempt('explain', { item: this.item() }, 'reader')
    this.attempt('quality', {}, 'reader')
  }

  #manage(): void {
    const { config } = this.stream
    const choice = this.below(5)
    const known = this.below(4) === 0 ? this.#ids : this.#spoken
    const id = known.length ? this.#any(known) : 'none'
    if (choice === 0) this.attempt('erase', { ids: [id] }, 'owner')
    else if (choice === 1) this.attempt('forget', { id }, 'owner')
    else if (choice === 2)
      this.attempt('teach', { items: [{ id: this.#newId(), ...this.item(), ...this.labelled() }] }, 'owner')
    else if (choice === 3) {
      const changed = { ...config, paused: !config.paused, leaseSeconds: 5 + this.below(60) }
      this.attempt('configure', { config: changed }, 'owner')
    } else
      this.attempt(
        'configure',
        { config: { ...config, paused: false, budget: raised(config.budget) } },
        'owner',
      )
  }
}

const raised = (budget: StreamConfig['budget']): StreamConfig['budget'] =>
  budget.total === undefined
    ? { ...budget, ratio: Math.min(0.9, 0.05 + (budget.ratio ?? 0)) }
    : { ...budget, total: budget.total + 5 }
