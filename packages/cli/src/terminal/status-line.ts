import { type Context, type Output, terminalWidth } from '../context.js'

/** Time between two drawings, in milliseconds. */
const REDRAW_MS = 100
const ERASE = '\r\u001b[K'

/** A line at the bottom of the terminal that is rewritten in place. Where there is no terminal it is silent. */
export class StatusLine {
  readonly #context: Context
  readonly #live: boolean
  #shown = false
  /** Work that is done at once shows no line. */
  #next = performance.now() + REDRAW_MS

  constructor(context: Context, wanted = true) {
    this.#context = context
    this.#live = wanted && context.stderr.isTTY === true
    context.cleanups.add(this.clear)
  }

  /** Shows the text, unless the last one has only just been shown. */
  show(text: () => string): void {
    const now = performance.now()
    if (!this.#live || now < this.#next) return
    this.#next = now + REDRAW_MS
    const width = terminalWidth(this.#context.stderr) - 1
    this.#context.stderr.write(`\r${[...text()].slice(0, width).join('')}\u001b[K`)
    this.#shown = true
  }

  /** Writes above the line, which is drawn again when it next changes. */
  print(output: Output, text: string): void {
    this.clear()
    output.write(text)
  }

  readonly clear = (): void => {
    if (this.#shown) this.#context.stderr.write(ERASE)
    this.#shown = false
  }

  end(): void {
    this.clear()
    this.#context.cleanups.delete(this.clear)
  }
}
