import { type Context, type Output, terminalWidth } from '../context.js'

/** Milliseconds between redraws. */
const REDRAW_MS = 100
const ERASE = '\r\u001b[K'

/** A status line that is rewritten in place. Without a terminal it prints nothing. */
export class StatusLine {
  readonly #context: Context
  readonly #live: boolean
  #shown = false
  /** Short work shows no line. */
  #next = performance.now() + REDRAW_MS

  constructor(context: Context, wanted = true) {
    this.#context = context
    this.#live = wanted && context.stderr.isTTY === true
    context.cleanups.add(this.clear)
  }

  /** Shows the text, at most once per `REDRAW_MS`. */
  show(text: () => string): void {
    const now = performance.now()
    if (!this.#live || now < this.#next) return
    this.#next = now + REDRAW_MS
    const width = terminalWidth(this.#context.stderr) - 1
    this.#context.stderr.write(`\r${[...text()].slice(0, width).join('')}\u001b[K`)
    this.#shown = true
  }

  /** Erases the line and prints the text; the next `show` draws the line again. */
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
