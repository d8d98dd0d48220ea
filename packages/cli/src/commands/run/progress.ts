import type { Classifier, MetricValues } from '@askance/core'
import { count, counted, duration, percent, rate } from '@askance/core/internals'
import type { Context, Output } from '../../context.js'
import type { Classes } from '../../stream/classes.js'
import { gauge } from '../../terminal/chart.js'
import type { StatusLine } from '../../terminal/status-line.js'
import { type Style, styleFor } from '../../terminal/style.js'
import type { RunState } from './state.js'

const WIDTHS = [12, 11, 10, 10, 10, 12]

const tableLine = (cells: readonly string[]): string =>
  cells.map((cell, c) => cell.padStart(WIDTHS[c] ?? 10)).join('')

/** Prints table rows during the run, and a status line on a terminal. */
export class Progress {
  readonly #game: RunState
  readonly #output: Output
  readonly #style: Style
  readonly #status: StatusLine
  readonly #every: number | undefined
  readonly #silent: boolean
  readonly #start = performance.now()
  #items: number
  #own = 0
  #headed = false
  #next: number
  #last: MetricValues

  constructor(
    game: RunState,
    context: Context,
    options: { output: Output; status: StatusLine; every: number | undefined; silent: boolean },
  ) {
    this.#game = game
    this.#output = options.output
    this.#style = styleFor(context, options.output)
    this.#status = options.status
    this.#every = options.every
    this.#silent = options.silent
    this.#last = game.metrics.values()
    this.#items = this.#last.items
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
    if (this.#items > this.#last.items) this.#row()
  }

  #row(): void {
    this.#next = this.#rowAfter(this.#items)
    const now = this.#game.metrics.values()
    const recent = 1 - (now.mistakes - this.#last.mistakes) / (now.items - this.#last.items)
    this.#last = now
    if (this.#silent) return
    const isBinary = this.#game.metrics.classes === 2
    if (!this.#headed) {
      const heads = ['items', 'asked', 'accuracy', 'recent', isBinary ? 'F1' : 'macro-F1', 'items/s']
      this.#write(this.#style.dim(tableLine(heads)))
      this.#headed = true
    }
    const f1 = isBinary ? now.f1 : now.macroF1
    const cells = [count(now.items), count(now.asked), percent(now.accuracy), percent(recent), percent(f1)]
    this.#write(tableLine([...cells, rate(this.#own, this.seconds)]))
  }

  #rowAfter(items: number): number {
    if (this.#every !== undefined) return items - (items % this.#every) + this.#every
    let next = 1
    while (next <= items) next *= 2
    return next
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

export const headline = ({ config, counts }: Classifier, { names, positive }: Classes): string => {
  const { algorithm, preparation, seed } = config
  const classes =
    names.length <= 10
      ? `classes ${names.join(', ')} (positive: ${names[positive]})`
      : `${names.length} classes`
  const scaled = preparation.normalize === 'none' ? '' : `, rows scaled by ${preparation.normalize}`
  const resumed = counts.items > 0 ? `, resumed after ${counted(counts.items, 'item')}` : ''
  const intercept = preparation.intercept === 'none' ? '' : `, intercept ${preparation.intercept}`
  return `${algorithm}, ${classes}${scaled}${intercept}, seed ${seed}${resumed}`
}
