import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  benchError,
  type Cell,
  type ExperimentOptions,
  type Report,
  type WorkProgress,
  writeReport,
} from '@askance/bench'
import { counted, duration, percent } from '@askance/core/internals'
import type { Context } from '../../context.js'
import { conflictError } from '../../errors.js'
import { writeFailed } from '../../files/sink.js'
import { dataDirFromFlags } from '../../stream/locate.js'
import { gauge } from '../../terminal/chart.js'
import { StatusLine } from '../../terminal/status-line.js'
import type { WorkFlags } from './flags.js'

const cachePath = ({ env }: Context, flags: WorkFlags): string | undefined => {
  if (flags['no-cache'] && flags.cache !== undefined) throw conflictError('--no-cache', '--cache')
  if (flags['no-cache']) return undefined
  const folder = env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache')
  return flags.cache ?? join(folder, 'askance', 'bench.jsonl')
}

/**
 * Runs an experiment with the threads and cache of the flags and shows its progress. On a signal, a message says that
 * finished results are in the cache. `firstLook` returns a sentence as soon as a cell allows it, which is printed once.
 */
export const withProgress = async <T>(
  context: Context,
  flags: WorkFlags,
  work: (options: ExperimentOptions) => Promise<T>,
  firstLook?: (cell: Cell) => string | undefined,
): Promise<T> => {
  const cache = cachePath(context, flags)
  const status = new ProgressReporter(context, flags.quiet)
  const message =
    cache === undefined
      ? 'stopped; nothing was saved, because there is no cache'
      : benchError('experiment/stopped').message
  const stopped = (): void => void context.stderr.write(`askance: ${message}\n`)
  context.cleanups.add(stopped)
  try {
    return await work({
      dataDir: dataDirFromFlags(context, flags),
      ...(cache !== undefined && { cache }),
      ...(flags.threads !== undefined && { threads: flags.threads }),
      progress: status.onProgress,
      ...(firstLook && { onCell: status.firstLookAt(firstLook) }),
    })
  } finally {
    context.cleanups.delete(stopped)
    status.end()
  }
}

/** Width of the progress bar in characters. */
const BAR_WIDTH = 24
/** Milliseconds between redraws without new progress. */
const REDRAW_MS = 500
/** Without a terminal, a line is written at each step, at most once per `MIN_SECONDS`. */
const SHARE_STEP = 0.1
const MIN_SECONDS = 1

/** Shows progress as a bar on a terminal, and as occasional lines elsewhere. */
class ProgressReporter {
  readonly #context: Context
  readonly #quiet: boolean
  readonly #status: StatusLine
  readonly #timer: NodeJS.Timeout
  readonly #began = performance.now()
  #last: WorkProgress | undefined
  /** The expected work may grow, but the displayed fraction never decreases. */
  #share = 0
  #reported = { share: 0, seconds: Number.NEGATIVE_INFINITY }

  constructor(context: Context, quiet: boolean) {
    this.#context = context
    this.#quiet = quiet
    this.#status = new StatusLine(context, !quiet)
    this.#timer = setInterval(() => this.#draw(), REDRAW_MS)
    this.#timer.unref()
  }

  readonly onProgress = (progress: WorkProgress): void => {
    this.#last = progress
    this.#share = Math.max(this.#share, Math.min(1, progress.done / Math.max(1, progress.expected)))
    if (this.#context.stderr.isTTY) this.#draw()
    else this.#write(progress)
  }

  firstLookAt(sentence: (cell: Cell) => string | undefined): (cell: Cell) => void {
    let isSaid = this.#quiet
    return (cell) => {
      const text = isSaid ? undefined : sentence(cell)
      if (text === undefined) return
      isSaid = true
      this.#status.print(this.#context.stderr, `askance: ${text}\n`)
    }
  }

  end(): void {
    clearInterval(this.#timer)
    this.#status.end()
  }

  get #seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  #draw(): void {
    const seconds = this.#seconds
    const progress = this.#last
    this.#status.show(() => {
      if (!progress) return `${duration(seconds)}  reading …`
      return `${progress.set} ${gauge(this.#share, BAR_WIDTH)} ${percent(this.#share, 0)}${this.#left(progress, seconds)}`
    })
  }

  #write(progress: WorkProgress): void {
    const seconds = this.#seconds
    const { share, seconds: before } = this.#reported
    const isEnd = this.#share === 1 && share < 1
    if (this.#quiet || !(isEnd || (this.#share >= share + SHARE_STEP && seconds >= before + MIN_SECONDS)))
      return
    this.#reported = { share: Math.floor(this.#share / SHARE_STEP + 1e-9) * SHARE_STEP, seconds }
    if (isEnd) this.#reported.share = 1
    const found = progress.found > 0 ? `, ${percent(progress.found / progress.done, 0)} from the cache` : ''
    this.#context.stderr.write(
      `askance: ${progress.set}: ${percent(this.#share, 0)} done in ${duration(seconds)}${found}${this.#left(progress, seconds)}\n`,
    )
  }

  /** The remaining time, estimated from computed (not cached) work. */
  #left({ done, expected, found }: WorkProgress, seconds: number): string {
    if (done === found || done >= expected) return ''
    const left = ((expected - done) * seconds) / (done - found)
    return `, about ${left < 60 ? `${Math.ceil(left)} s` : duration(left)} left`
  }
}

/** Writes the report files and returns a description of each. */
export const writeReportFiles = async (
  report: Report,
  { output, html }: { readonly output: string | undefined; readonly html?: string | undefined },
): Promise<readonly string[]> => {
  const written: string[] = []
  if (output !== undefined) {
    const files = await writeReport(report, output).catch(writeFailed(output))
    const pictures = files.filter((file) => file.endsWith('.svg')).length
    const others = files.filter((file) => !file.endsWith('.svg'))
    written.push(...others, ...(pictures > 0 ? [`${counted(pictures, 'picture')} in figures/`] : []))
  }
  if (html !== undefined) {
    const { reportHtml } = await import('@askance/bench/drawing')
    await writeText(html, reportHtml(report))
    written.push(html)
  }
  return written
}

/** Writes a file and creates its folders. */
export const writeText = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true }).catch(writeFailed(path))
  await writeFile(path, text).catch(writeFailed(path))
}
