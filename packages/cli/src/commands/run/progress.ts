import type { Classifier, Metrics, MultiLabelMetrics } from '@askance/core'
import { classList, count, counted, duration, percent, rate } from '@askance/core/internals'
import { type Context, type Output, terminalWidth } from '../../context.js'
import { type Classes, positiveText } from '../../stream/classes.js'
import { gauge } from '../../terminal/chart.js'
import { Curve, nextPowerOfTwo } from '../../terminal/curve.js'
import type { StatusLine } from '../../terminal/status-line.js'
import { type Style, styleFor } from '../../terminal/style.js'
import type { RunFlags, RunOptions } from './settings.js'

const WIDTHS = [12, 11, 10, 10, 10, 12]

const tableLine = (cells: readonly string[]): string =>
  cells.map((cell, c) => cell.padStart(WIDTHS[c] ?? 10)).join('')

/** The table of a run: a row for the items so far. */
export interface ProgressTable {
  readonly heads: readonly string[]
  /** The items so far, including those of a resumed model. */
  items(): number
  /** The cells of a new row. */
  row(): readonly string[]
  /** The score that is drawn as a curve. */
  readonly title: string
  score(): number
}

export const metricsTable = (metrics: Metrics): ProgressTable => {
  const isBinary = metrics.classes === 2
  let last = metrics.values()
  return {
    heads: ['items', 'asked', 'accuracy', 'recent', isBinary ? 'F1' : 'macro-F1'],
    items: () => metrics.values().items,
    row() {
      const now = metrics.values()
      const recent = 1 - (now.mistakes - last.mistakes) / (now.items - last.items)
      last = now
      const f1 = isBinary ? now.f1 : now.macroF1
      return [count(now.items), count(now.asked), percent(now.accuracy), percent(recent), percent(f1)]
    },
    title: 'accuracy so far',
    score: () => metrics.values().accuracy,
  }
}

export const multiLabelTable = (metrics: MultiLabelMetrics): ProgressTable => ({
  heads: ['items', 'asked', 'micro-F1', 'macro-F1', 'Hamming'],
  items: () => metrics.values().items,
  row() {
    const { items, asked, microF1, macroF1, hammingLoss } = metrics.values()
    return [count(items), count(asked), percent(microF1), percent(macroF1), percent(hammingLoss)]
  },
  title: 'micro-F1 so far',
  score: () => metrics.values().microF1,
})

interface ProgressOptions {
  readonly output: Output
  readonly status: StatusLine
  /** Print a row every so many items. Default: at powers of two. */
  readonly every: number | undefined
  /** Whether rows are printed during the run. */
  readonly rows: boolean
}

/** A status line on a terminal, table rows if they are wanted, and the curve of the run. */
export class Progress {
  readonly #table: ProgressTable
  readonly #output: Output
  readonly #style: Style
  readonly #status: StatusLine
  readonly #every: number | undefined
  readonly #rows: boolean
  readonly #curve = new Curve()
  readonly #width: number
  readonly #start = performance.now()
  #items: number
  #own = 0
  #headed = false
  #next: number
  /** The items when the last row was printed. */
  #printed: number

  constructor(table: ProgressTable, context: Context, options: ProgressOptions) {
    this.#table = table
    this.#output = options.output
    this.#style = styleFor(context, options.output)
    this.#status = options.status
    this.#every = options.every
    this.#rows = options.rows
    this.#width = terminalWidth(options.output)
    this.#items = table.items()
    this.#printed = this.#items
    this.#next = this.#rowAfter(this.#items)
  }

  get seconds(): number {
    return (performance.now() - this.#start) / 1000
  }

  /** Number of items until the next row. */
  untilNextRow(): number {
    return this.#next - this.#items
  }

  /** Counts played items; `done` is the fraction of the source read so far. */
  played(items: number, done: number | undefined): void {
    this.#items += items
    this.#own += items
    if (this.#items === this.#next) this.#row()
    this.#status.show(() => this.#statusText(done))
  }

  /** Prints the last row if it is not printed yet. */
  end(): void {
    this.#status.clear()
    if (this.#items > this.#printed) this.#row()
  }

  /** The curve of the score, to print after the end; empty if there are too few items. */
  curve(): string {
    const text = this.#curve.text(this.#table.title, this.#width, this.#style)
    return text === '' ? '' : `${text}\n\n`
  }

  #row(): void {
    this.#next = this.#rowAfter(this.#items)
    this.#printed = this.#items
    this.#curve.add(this.#items, this.#table.score())
    if (!this.#rows) return
    if (!this.#headed) {
      this.#write(this.#style.dim(tableLine([...this.#table.heads, 'items/s'])))
      this.#headed = true
    }
    this.#write(tableLine([...this.#table.row(), rate(this.#own, this.seconds)]))
  }

  #rowAfter(items: number): number {
    if (this.#every !== undefined) return items - (items % this.#every) + this.#every
    return nextPowerOfTwo(items)
  }

  #statusText(done: number | undefined): string {
    const { seconds } = this
    const speed = `${counted(this.#items, 'item')}, ${rate(this.#own, seconds)} per second`
    if (done === undefined || done <= 0) return speed
    const left = (seconds * (1 - done)) / done
    return `${gauge(done, 20)} ${percent(done, 0)}  ${speed}, ${duration(left)} left`
  }

  #write(text: string): void {
    this.#status.print(this.#output, `${text}\n`)
  }
}

/** Rows are printed if all is wanted, or if the user said how often. */
export const showsRows = ({
  quiet,
  verbose,
  every,
}: Pick<RunFlags, 'quiet' | 'verbose' | 'every'>): boolean => !quiet && (verbose || every !== undefined)

export const headline = ({ config, counts }: Classifier, classes: Classes): string => {
  const resumed = counts.items > 0 ? `, resumed after ${counted(counts.items, 'item')}` : ''
  return `${settingsText(config, classes.names, positiveText(classes))}${resumed}`
}

/** The algorithm, the classes and the seed; `after` follows the names of the classes. */
export const settingsText = (
  { algorithm, preparation, seed }: Pick<RunOptions, 'algorithm' | 'preparation' | 'seed'>,
  names: readonly string[],
  after: string,
): string => {
  const classes = names.length <= 10 ? `classes ${classList(names)}${after}` : `${names.length} classes`
  const scaled = preparation.normalize === 'none' ? '' : `, rows scaled by ${preparation.normalize}`
  const intercept = preparation.intercept === 'none' ? '' : `, intercept ${preparation.intercept}`
  return `${algorithm}, ${classes}${scaled}${intercept}, seed ${seed}`
}
