import { hasCode } from '@askance/core/internals'
import type { OperationName, Request, Result } from '../operations/index.js'
import type { OperationContext, Prepared } from '../operations/operation.js'
import type { Page, StreamRecord } from '../store/records.js'
import type { Caller } from './computing.js'
import { pageOf, redacted, responseText } from './receipts.js'
import type { StreamLoader } from './stream-loader.js'

/** The page that follows the log of a stream as it is now; undefined if there is none. */
export type PageAfter = (record: StreamRecord) => Page | undefined

/** Appends pages to the logs of streams that are not in memory, or whose logs are still being replayed. */
export class UnloadedPages {
  readonly #loader: Pick<StreamLoader, 'recordOf'>
  readonly #write: (page: Page) => Promise<void>
  /** The last page of a stream, until it is on disk. */
  readonly #last = new Map<string, Promise<unknown>>()
  /** Streams that are about to be in memory. */
  readonly #closed = new Set<string>()

  constructor(loader: Pick<StreamLoader, 'recordOf'>, write: (page: Page) => Promise<void>) {
    this.#loader = loader
    this.#write = write
  }

  /** Resolves to the page once it is on disk; to undefined if there is none, or if somebody else appends to the log. */
  append(id: string, page: PageAfter): Promise<Page | undefined> | undefined {
    if (this.#closed.has(id)) return undefined
    const appended = this.#append(id, page, this.#last.get(id))
    const last = Promise.allSettled([appended]).then(() => {
      if (this.#last.get(id) === last) this.#last.delete(id)
    })
    this.#last.set(id, last)
    return appended
  }

  async #append(id: string, pageAfter: PageAfter, before: Promise<unknown> | undefined) {
    await before
    const { record, fence } = await this.#loader.recordOf(id)
    const page = pageAfter(record)
    try {
      if (page) await this.#write({ ...page, epoch: fence.epoch })
      return page
    } catch (error) {
      if (hasCode(error, 'log/conflict')) return undefined
      throw error
    }
  }

  /** Refuses further pages, until it is opened; resolves when the others are on disk. */
  async close(id: string): Promise<void> {
    this.#closed.add(id)
    await this.#last.get(id)
  }

  open(id: string): void {
    this.#closed.delete(id)
  }
}

/** Performs an operation on a stream that is not in memory; undefined if it is, or if its log has grown since it was read. */
export const performUnloaded = async <Name extends OperationName>(
  streams: { appendUnloaded(id: string, page: PageAfter): Promise<Page | undefined> },
  stream: string,
  name: Name,
  { unloaded, redaction }: Prepared<Request<Name>, Result<Name>>,
  context: OperationContext,
  { key }: Caller,
): Promise<{ readonly page: Page; readonly result: Result<Name> } | undefined> => {
  let result: Result<Name> | undefined
  const page = await streams.appendUnloaded(stream, (record) => {
    if (record.seq !== unloaded?.seq) return undefined
    const done = unloaded.perform(record, context)
    result = done.result
    const response = (): string => responseText(name, done.result)
    return pageOf({ id: stream, hooks: [] }, redacted(done.draft, redaction), key, response)
  })
  return page && { page, result: result as Result<Name> }
}
