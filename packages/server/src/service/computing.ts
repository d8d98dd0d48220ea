import { hasCode } from '@askance/core/internals'
import type { Engine } from '../engines/engine.js'
import type { Done } from '../engines/host.js'
import { serverError } from '../errors.js'
import type { Metrics } from '../metrics/metrics.js'
import { type OperationName, operationNamed, type Request } from '../operations/index.js'
import type { OperationContext } from '../operations/operation.js'
import type { Settings } from '../settings/table.js'
import type { RequestSpan } from '../tracing/spans.js'
import type { ThreadMemory } from './thread-memory.js'

/** The caller and the idempotency key of the request. */
export interface Caller {
  readonly by: string
  readonly key?: { readonly key: string; readonly fingerprint: string }
  /** Aborted when nobody waits for the result any more: what has not begun is not begun then. */
  readonly signal?: AbortSignal
  /** Waits until an operation may begin; returns what is called at its end. Rejects if the caller may not compute now. */
  admit?(isLong: boolean): Promise<() => void>
  /** The span of the request, if requests are traced. */
  readonly span?: Pick<RequestSpan, 'follow'>
  /** Called with the milliseconds of computing that the operation took, unless it is long. */
  onCost?(milliseconds: number): void
}

/** Throws if nobody waits for the result. */
export const checkWaiting = ({ signal }: Caller): void => {
  if (signal?.aborted) throw serverError('request/cancelled')
}

/** Which state of a stream an operation needs: what it shows must not come from content that was erased. */
export const neededBy = (name: OperationName): 'current' | 'lagging' =>
  operationNamed(name).isBlind ? 'lagging' : 'current'

/** Runs operations in the threads of their streams, each for a limited time. */
export class Computing {
  readonly #settings: Pick<Settings, 'operationSeconds'>
  readonly #metrics: Pick<Metrics, 'operation'> | undefined
  readonly #memory: Pick<ThreadMemory, 'used'>
  /** The number of the last job. */
  #jobs = 0

  constructor(
    settings: Pick<Settings, 'operationSeconds'>,
    metrics: Pick<Metrics, 'operation'> | undefined,
    memory: Pick<ThreadMemory, 'used'>,
  ) {
    this.#settings = settings
    this.#metrics = metrics
    this.#memory = memory
  }

  /** The operation is not begun if nobody waits for it when its turn comes. */
  async run<Name extends OperationName>(
    { id, engine }: { readonly id: string; readonly engine: Engine },
    name: Name,
    input: Request<Name>,
    context: OperationContext,
    caller: Caller,
  ): Promise<Done<Name>> {
    const { signal } = caller
    const isLong = operationNamed(name).isLong ?? false
    const charge = (milliseconds: number): void => {
      if (!isLong) caller.onCost?.(milliseconds)
    }
    const release = caller.admit && (await caller.admit(isLong))
    const job = { number: ++this.#jobs, milliseconds: 1000 * this.#settings.operationSeconds }
    const cancel = (): void => void engine.cancel(job.number).catch(() => undefined)
    signal?.addEventListener('abort', cancel)
    try {
      // It may have been aborted before there was a listener.
      checkWaiting(caller)
      const running = engine.run(id, name, input, context, job)
      caller.span?.follow(`operation ${name}`, id, running)
      const { cost, ...done } = await running
      if (cost) {
        charge(cost.milliseconds)
        this.#metrics?.operation(name, cost.milliseconds / 1000)
        this.#memory.used(engine, cost.threadBytes)
      }
      return done as Done<Name>
    } catch (error) {
      if (hasCode(error, 'operation/timeout')) charge(job.milliseconds)
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
      release?.()
    }
  }
}
