import type pg from 'pg'
import { Refusal, type Row, type Statement, type Step } from '../database.js'
import { pageContents, pageSteps } from '../pages.js'
import type { Page } from '../records.js'
import { isDeadlock, isWriteError, toStoreError } from './errors.js'
import { runStatement, runSteps } from './session.js'

interface Writing {
  readonly work: Page | readonly Step[]
  resolve(rows: readonly Row[]): void
  reject(error: Error): void
}

type Outcome = readonly Row[] | Error

/** A larger group would delay the first writes. */
const LARGEST_GROUP = 256

/** Group commit: writes all pending work in one transaction, then the work that arrived meanwhile. */
export class Writer {
  readonly #pool: pg.Pool
  #waiting: Writing[] = []
  #running: Promise<void> | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  write(work: Page | readonly Step[]): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when all pending work is done. */
  async finish(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    // Work of the same event loop turn goes into the first group.
    await Promise.resolve()
    while (this.#waiting.length > 0) await this.#writeGroup(this.#waiting.splice(0, LARGEST_GROUP))
    this.#running = undefined
  }

  async #writeGroup(group: readonly Writing[]): Promise<void> {
    const outcomes = await this.#attempt(group.map(({ work }) => work))
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes instanceof Error ? outcomes : outcomes[index]!
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
  }

  /**
   * Writes a group. After an error that is not caused by a page, the whole group fails and the connection is discarded,
   * because the outcome of the transaction is unknown.
   */
  async #attempt(works: readonly (Page | readonly Step[])[]): Promise<readonly Outcome[] | Error> {
    let client: pg.PoolClient | undefined
    try {
      client = await this.#pool.connect()
      await client.query('BEGIN')
      const outcomes = await writeAll(client, works)
      const { command } = await client.query('COMMIT')
      // COMMIT of a failed transaction succeeds but rolls back.
      if (command !== 'COMMIT') throw new Error('the transaction was not committed')
      client.release()
      return outcomes
    } catch (error) {
      client?.release(true)
      return isDeadlock(error) ? this.#attempt(works) : toStoreError(error)
    }
  }
}

/** Writes consecutive pages together; if one is invalid, each by itself. */
const writeAll = async (
  client: pg.ClientBase,
  works: readonly (Page | readonly Step[])[],
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const run of groupRuns(works)) {
    const together = run.length > 1 ? await undoable(client, () => appendTogether(client, run)) : undefined
    if (together && !(together instanceof Error)) {
      outcomes.push(...run.map(() => []))
      continue
    }
    for (const work of run) {
      const steps = 'stream' in work ? pageSteps(work) : work
      outcomes.push(await undoable(client, () => runSteps(client, steps)))
    }
  }
  return outcomes
}

type Run = readonly Page[] | readonly [readonly Step[]]

const groupRuns = (works: readonly (Page | readonly Step[])[]): readonly Run[] => {
  const runs: (Page[] | [readonly Step[]])[] = []
  let pages: Page[] | undefined
  for (const work of works) {
    if (!('stream' in work)) {
      runs.push([work])
      pages = undefined
    } else if (pages) {
      pages.push(work)
    } else {
      pages = [work]
      runs.push(pages)
    }
  }
  return runs
}

/** Rolls back an invalid write to a savepoint; rethrows other errors. */
const undoable = async (client: pg.ClientBase, action: () => Promise<readonly Row[]>): Promise<Outcome> => {
  await client.query('SAVEPOINT one')
  try {
    const rows = await action()
    await client.query('RELEASE one')
    return rows
  } catch (error) {
    if (!isWriteError(error)) throw error
    await client.query('ROLLBACK TO one; RELEASE one')
    return toStoreError(error)
  }
}

const appendTogether = async (client: pg.ClientBase, run: Run): Promise<readonly Row[]> => {
  const pages = run as readonly Page[]
  await runStatement(client, guardTogether(pages))
  return runSteps(client, pageContents(pages))
}

/** Reserves the positions of all pages, or of none. */
const guardTogether = (pages: readonly Page[]): Statement => {
  const firsts = new Map<string, Page>()
  const lasts = new Map<string, Page>()
  for (const page of pages) {
    const previous = lasts.get(page.stream)
    if (previous && (page.seq !== previous.seq + previous.count || page.epoch !== previous.epoch))
      throw new Refusal('missing')
    if (!previous) firsts.set(page.stream, page)
    lasts.set(page.stream, page)
  }
  const last = [...lasts.values()]
  const parameters = [
    last.map(({ stream }) => stream),
    last.map(({ stream }) => firsts.get(stream)!.seq - 1),
    last.map(({ seq, count }) => seq - 1 + count),
    last.map(({ counts }) => JSON.stringify(counts)),
    last.map(({ time }) => time),
    last.map(({ epoch = null }) => epoch),
  ]
  return {
    sql: `UPDATE streams SET seq = p.last, counts = p.counts, changed = p.time
      FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[])
        AS p(id, seq, last, counts, time, epoch)
      WHERE streams.id = p.id AND streams.seq = p.seq AND streams.epoch = COALESCE(p.epoch, streams.epoch)
      RETURNING streams.id`,
    parameters: parameters as readonly (readonly string[])[],
    needs: last.length,
  }
}
