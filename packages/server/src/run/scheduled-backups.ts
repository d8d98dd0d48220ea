import { mkdirSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { serverError } from '../errors.js'
import type { Logger } from '../logs/logger.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Settings } from '../settings/table.js'
import { errorText } from '../store/failures.js'
import type { BackupJob, BackupResult } from './backup-worker.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long to wait after a failure. */
const RETRY = 15 * MINUTE

const NAME = /^askance-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/
const UNFINISHED = /^askance-[\dT-]+Z\.backup\.[0-9a-f]+\.part/

/**
 * The name of a scheduled backup, which sorts by time. Windows does not allow colons.
 *
 * @example
 * backupName(0) // => 'askance-1970-01-01T00-00-00Z.backup'
 * backupTime('askance-1970-01-01T00-00-05Z.backup') // => 5000
 * backupTime('mine.backup') // => undefined
 */
export const backupName = (time: number): string =>
  `askance-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** When a scheduled backup was begun; undefined for other files. */
export const backupTime = (name: string): number | undefined => {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  return day === undefined ? undefined : Date.parse(`${day}T${hour}:${minute}:${second}Z`)
}

/** Whether the last backup succeeded, and when one last did, as the readiness check shows it. */
export interface BackupStatus {
  readonly status: 'ok' | 'failed' | 'pending'
  readonly last?: number
}

interface ScheduledBackupsOptions {
  readonly settings: Pick<Settings, 'store' | 'backupFolder' | 'backupHours' | 'backupsKept' | 'sqliteDriver'>
  readonly logger: Logger
  readonly metrics: Pick<Metrics, 'backup'>
  now(): number
  /** With several nodes: whether this one makes the backups. */
  isFirst?(): boolean
  /** Makes and verifies one backup; tests pass their own. */
  make?(job: BackupJob, signal: AbortSignal): Promise<BackupResult>
}

/** In a thread of its own, because copying and verifying compute for long. */
const makeInThread = (job: BackupJob, signal: AbortSignal): Promise<BackupResult> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./backup-worker.js', import.meta.url), { workerData: job })
    signal.addEventListener('abort', () => void worker.terminate(), { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the backup was stopped')))
  })

/**
 * Makes a backup every few hours, verifies it and deletes the oldest. The names of the files say when the next one is due, also after
 * a restart.
 */
export class ScheduledBackups {
  readonly #options: ScheduledBackupsOptions
  readonly #leaving = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #failedAt: number | undefined
  #last: number | undefined

  constructor(options: ScheduledBackupsOptions) {
    this.#options = options
    const { backupFolder } = options.settings
    try {
      mkdirSync(backupFolder, { recursive: true, mode: 0o700 })
    } catch (error) {
      throw serverError('setting/value', {
        name: 'backupFolder',
        found: backupFolder,
        expected: `a folder that can be written (${errorText(error)})`,
      })
    }
  }

  get status(): BackupStatus {
    const status = this.#failedAt !== undefined ? 'failed' : this.#last === undefined ? 'pending' : 'ok'
    return { status, ...(this.#last !== undefined && { last: this.#last }) }
  }

  async start(): Promise<void> {
    this.#last = (await this.#existing()).at(-1)?.time
    if (this.#last !== undefined) this.#options.metrics.backup('found', this.#last)
    this.#timer = setInterval(() => void this.runIfDue(), MINUTE).unref()
    void this.runIfDue()
  }

  /** Stops a running backup; what it has written is deleted by the next one. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#leaving.abort()
    await this.#running
  }

  /** Resolves when the backup that is due was made; at once if none is. */
  async runIfDue(): Promise<void> {
    if (this.#leaving.signal.aborted || this.#options.isFirst?.() === false) return
    // Another node may have made one.
    if (this.#options.isFirst) this.#last = (await this.#existing()).at(-1)?.time
    this.#running ??= this.#isDue()
      ? this.#run().finally(() => {
          this.#running = undefined
        })
      : undefined
    await this.#running
  }

  #isDue(): boolean {
    const { settings, now } = this.#options
    if (this.#failedAt !== undefined) return now() - this.#failedAt >= RETRY
    return this.#last === undefined || now() - this.#last >= settings.backupHours * HOUR
  }

  async #run(): Promise<void> {
    const { settings, logger, metrics, now, make = makeInThread } = this.#options
    const time = now()
    const path = join(settings.backupFolder, backupName(time))
    try {
      await this.#deleteUnfinished()
      const result = await make(
        { store: settings.store, path, sqliteDriver: settings.sqliteDriver },
        this.#leaving.signal,
      )
      if ('reason' in result) {
        // It is kept to look at, but neither counts nor is restored by mistake.
        if (result.isWritten) await rename(path, `${path}.broken`)
        throw new Error(result.reason)
      }
      this.#last = time
      this.#failedAt = undefined
      metrics.backup('ok', time)
      logger.info({ path, ...result, ms: now() - time }, 'backup made and verified')
      await this.#deleteOld()
    } catch (error) {
      if (this.#leaving.signal.aborted) return
      this.#failedAt = now()
      metrics.backup('failed', this.#last)
      logger.error({ err: error, path }, 'backup failed')
    }
  }

  async #existing(): Promise<readonly { readonly name: string; readonly time: number }[]> {
    const names = (await readdir(this.#options.settings.backupFolder)).sort()
    return names.flatMap((name) => {
      const time = backupTime(name)
      return time === undefined ? [] : [{ name, time }]
    })
  }

  async #deleteOld(): Promise<void> {
    const { backupFolder, backupsKept } = this.#options.settings
    for (const { name } of (await this.#existing()).slice(0, -backupsKept)) await rm(join(backupFolder, name))
  }

  /** Deletes drafts of a backup that was killed. */
  async #deleteUnfinished(): Promise<void> {
    const { backupFolder } = this.#options.settings
    for (const name of await readdir(backupFolder))
      if (UNFINISHED.test(name)) await rm(join(backupFolder, name), { force: true })
  }
}
