/** Dots in a character: two across, four down. */
const ACROSS = 2
const DOWN = 4
const BLANK = 0x2800
/** The bit of each dot in its character, row by row. */
const BITS = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

/** A drawing of dots: each character holds two by four of them (Unicode braille patterns). */
export class Canvas {
  readonly columns: number
  readonly rows: number
  readonly #cells: Uint8Array

  constructor(columns: number, rows: number) {
    this.columns = columns
    this.rows = rows
    this.#cells = new Uint8Array(columns * rows)
  }

  /** A straight line; places are in characters, from the upper left corner. */
  line(x0: number, y0: number, x1: number, y1: number): void {
    const steps = Math.ceil(Math.max(Math.abs(x1 - x0) * ACROSS, Math.abs(y1 - y0) * DOWN, 1))
    for (let k = 0; k <= steps; k++) this.dot(x0 + ((x1 - x0) * k) / steps, y0 + ((y1 - y0) * k) / steps)
  }

  dot(x: number, y: number): void {
    const column = Math.floor(x)
    const row = Math.floor(y)
    if (column < 0 || column >= this.columns || row < 0 || row >= this.rows) return
    const bit = Math.floor((y - row) * DOWN) * ACROSS + Math.floor((x - column) * ACROSS)
    this.#cells[row * this.columns + column]! |= BITS[bit] ?? 0
  }

  /** The character at a place; a space where nothing was drawn. */
  at(column: number, row: number): string {
    const cell = this.#cells[row * this.columns + column] ?? 0
    return cell === 0 ? ' ' : String.fromCharCode(BLANK + cell)
  }
}
