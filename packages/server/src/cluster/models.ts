import { Replica, WideModel } from '@askance/core/internals'
import { serverError } from '../errors.js'
import { decodeVersion, isEnd, type VersionMessage } from './messages.js'
import type { Message, Wire } from './wire.js'

/** The current version of the model of a stream, shared by all partitions of a process. */
export class Models {
  readonly #wire: Wire
  readonly stream: string
  #seq = 0
  #version: VersionMessage | undefined
  #model: WideModel | undefined
  #replica: Replica | undefined
  #waiting: (() => void)[] = []

  constructor(wire: Wire, stream: string) {
    this.#wire = wire
    this.stream = stream
  }

  get version(): VersionMessage | undefined {
    return this.#version
  }

  /** The model of the version, which is built when it is first needed. */
  get current(): WideModel | undefined {
    const version = this.#version
    if (!version || this.#model?.version === version) return this.#model
    this.#replica ??= new Replica(version.config)
    this.#model = new WideModel(version, this.#replica)
    return this.#model
  }

  /** Takes the last version, if it is newer. */
  async refresh(): Promise<WideModel | undefined> {
    const last = await this.#wire.last({ kind: 'model', stream: this.stream })
    if (last) this.take(last)
    return this.current
  }

  take({ seq, bytes }: Pick<Message, 'seq' | 'bytes'>): void {
    if (seq <= this.#seq) return
    this.#version = decodeVersion(bytes)
    this.#seq = seq
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /** Resolves when there is a version with this number or a later one; rejects with `cluster/away` if none arrives in time. */
  async atLeast(number: number, milliseconds: number): Promise<VersionMessage> {
    const end = performance.now() + milliseconds
    for (;;) {
      const version = this.#version
      if (version && version.number >= number) return version
      const left = end - performance.now()
      if (left <= 0)
        throw serverError('cluster/away', { reason: `version ${number} has not arrived in time` })
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }
}

/** How long to wait before something is tried again. */
const PAUSE_MS = 500

/** The versions of all wide streams, as they come. */
export class AllModels {
  readonly #wire: Wire
  readonly #models = new Map<string, Models>()
  readonly #onChange: () => void
  readonly #onError: (error: unknown) => void
  readonly #stop = new AbortController()
  #seq = 0

  constructor(wire: Wire, on: { readonly change: () => void; readonly error: (error: unknown) => void }) {
    this.#wire = wire
    this.#onChange = on.change
    this.#onError = on.error
  }

  get all(): Iterable<Models> {
    return this.#models.values()
  }

  get(stream: string): Models | undefined {
    return this.#models.get(stream)
  }

  /** Follows the versions until it is closed. */
  async follow(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted)
      try {
        for await (const message of this.#wire.read({ kind: 'model' }, this.#seq, true, signal))
          this.#take(message)
      } catch (error) {
        if (signal.aborted) return
        this.#onError(error)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
  }

  #take(message: Message): void {
    this.#seq = message.seq
    const { stream, bytes } = message
    const known = this.#models.get(stream)
    if (isEnd(bytes)) this.#models.delete(stream)
    else {
      const models = known ?? new Models(this.#wire, stream)
      models.take(message)
      this.#models.set(stream, models)
    }
    if (!known || isEnd(bytes)) this.#onChange()
  }

  forget(stream: string): void {
    if (this.#models.delete(stream)) this.#onChange()
  }

  close(): void {
    this.#stop.abort()
  }
}
