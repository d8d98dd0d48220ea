import { type SetFacts, type Table, textTable } from '@askance/bench'
import { type Context, columnsOf } from '../../context.js'
import { count, counted } from '../../terminal/numbers.js'
import { type Style, styleFor } from '../../terminal/style.js'
import { wrapped } from '../../terminal/wrap.js'

/** Where the reader is no terminal. */
const USUAL_WIDTH = 100
/** Places of the name of a fact. */
const LABEL = 12

/** Writes tables and paragraphs to the standard output, as wide as there is room. */
export class Printer {
  readonly style: Style
  readonly width: number
  readonly #context: Context

  constructor(context: Context) {
    const { stdout } = context
    this.#context = context
    this.style = styleFor(context, stdout)
    this.width = stdout.isTTY ? columnsOf(stdout) : USUAL_WIDTH
  }

  line(text = ''): void {
    this.#context.stdout.write(`${text}\n`)
  }

  head(text: string): void {
    this.line(this.style.bold(text))
  }

  paragraph(text: string): void {
    for (const line of wrapped(text, this.width)) this.line(line)
  }

  /** A name, and what there is to say of it. */
  fact(name: string, value: string, places = LABEL): void {
    const label = name.padEnd(places)
    const [first = '', ...rest] = wrapped(value, Math.max(20, this.width - label.length))
    this.line(`${this.style.dim(label)}${first}`)
    for (const line of rest) this.line(`${' '.repeat(label.length)}${line}`)
  }

  /** The data as it was used. */
  sets(sets: readonly SetFacts[]): void {
    sets.forEach(({ name, items, features, classes }, k) => {
      const facts = [counted(items, 'item'), counted(features, 'feature'), `${count(classes.length)} classes`]
      this.fact(k === 0 ? 'data' : '', `${name}: ${facts.join(', ')}`)
    })
  }

  /** A command line, left in one piece so that it can be copied. */
  command(name: string, line: string): void {
    this.line(`${this.style.dim(name.padEnd(LABEL))}${this.style.bold(line)}`)
  }

  /** Tables below each other; what all of them note is said once, below the last. */
  tables(tables: readonly Table[]): void {
    const [first, ...rest] = tables
    if (!first) return
    const shared = first.notes.filter((note) => rest.every(({ notes }) => notes.includes(note)))
    const bold = this.style.bold('x') !== 'x'
    const options = { width: this.width, ...(bold && { emphasis: this.style.bold }) }
    for (const table of tables) {
      const notes = table.notes.filter((note) => !shared.includes(note))
      const text = textTable({ ...table, notes: [] }, options)
      this.line(text.replace(/^[^\n]*/, (title) => this.style.bold(title)))
      this.#notes(notes)
      this.line()
    }
    this.#notes(shared)
    if (shared.length > 0) this.line()
  }

  #notes(notes: readonly string[]): void {
    for (const note of notes) for (const line of wrapped(note, this.width)) this.line(this.style.dim(line))
  }
}
