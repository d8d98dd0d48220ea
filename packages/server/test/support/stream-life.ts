import assert from 'node:assert/strict'
import { isGenerator } from '../../src/engines/turns.js'
import { type OperationName, operationNamed, type Request, type Result } from '../../src/operations/index.js'
import { PENDING } from '../../src/operations/operation.js'
import type { Decision, SentItem } from '../../src/operations/types.js'
import { wholeEvents } from '../../src/store/whole-events.js'
import type { StreamConfig } from '../../src/stream/config.js'
import type { Draft } from '../../src/stream/draft.js'
import type { Limits } from '../../src/stream/memory.js'
import { Stream } from '../../src/stream/stream.js'
import { finished } from './stream-finished.js'

/** Everything is asked about with probability 1, so that no question is withdrawn. */
export const askingConfig: StreamConfig = {
  classes: ['ham', 'spam'],
  algorithm: 'D-AMD',
  parameters: {},
  budget: { ratio: 1 },
  measure: 0.5,
  drift: false,
  answersPerItem: 1,
  consensus: 'majority',
  leaseSeconds: 60,
  seed: 7,
  paused: false,
}

/** A stream whose clock stands still until it is moved, and the pages that its operations brought. */
export class Life {
  readonly stream: Stream
  readonly pages: Draft[] = []
  now = 1_000_000

  readonly #limits: Limits | undefined

  constructor(
    config: Partial<StreamConfig> = {},
    stream = new Stream('s', { ...askingConfig, ...config }),
    limits?: Limits,
  ) {
    this.stream = stream
    this.#limits = limits
  }

  run<Name extends OperationName>(name: Name, request: Request<Name>, by = 'ann'): Result<Name> {
    try {
      const limits = this.#limits
      const context = { time: this.now, by, begun: this.stream.seq, ...(limits && { limits }) }
      for (;;) {
        const made = operationNamed(name).handle(this.stream, request, context)
        const result = isGenerator(made) ? finished(made) : made
        const draft = this.stream.page({ time: this.now, by })
        if (draft) this.pages.push(draft)
        if (result !== PENDING) return result
      }
    } catch (error) {
      assert.equal(this.stream.isAhead, false, `${name} was refused after something had happened: ${error}`)
      throw error
    }
  }

  /** The code with which something is refused. */
  refusal<Name extends OperationName>(name: Name, request: Request<Name>, by = 'ann'): string {
    try {
      this.run(name, request, by)
    } catch (error) {
      return (error as { code?: string }).code ?? String(error)
    }
    return 'done'
  }

  observe(...ids: string[]): readonly Decision[] {
    const items = ids.map((id) => ({ id, ...rowItem(id) }))
    return this.run('observe', { items }, 'sender') as readonly Decision[]
  }

  /** Leases one question and tells its id. */
  take(by = 'ann'): string {
    const [question] = this.run('lease', { count: 1 }, by)
    assert.ok(question, `${by} gets no question`)
    return question.id
  }

  answer(label: string, by = 'ann'): Result<'answer'> {
    return this.run('answer', { id: this.take(by), label }, by)
  }

  get counts() {
    return this.stream.classifier.counts
  }

  events(): readonly Record<string, unknown>[] {
    return eventsOf(this.pages)
  }

  /** Another one that the log alone makes, from the beginning or from a snapshot. */
  replayed(from = 0, snapshot?: Uint8Array): Life {
    const stream = new Stream('s', this.stream.config)
    if (snapshot) stream.load(snapshot)
    for (const page of this.pages.slice(from)) stream.replay(wholeEvents(page))
    const life = new Life({}, stream)
    life.now = this.now
    return life
  }
}

export const eventsOf = (pages: readonly Draft[]): readonly Record<string, unknown>[] =>
  pages.flatMap(({ events }) => events.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>))

/** Some row that depends on the id. */
export const rowItem = (id: string): SentItem => {
  const number = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7)
  return { row: { index: [1, 2 + (number % 5)], value: [1, (number % 7) - 3.5] } }
}

export const sameBytes = (one: Stream, other: Stream, message: string): void =>
  assert.ok(Buffer.compare(one.save(), other.save()) === 0, message)
