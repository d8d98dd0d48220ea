import { AskanceError } from '@askance/core'
import type { Cell, Item } from '../../item.js'
import { readable } from '../../libsvm/text.js'
import { DOT, MINUS, NEWLINE, RETURN, SPACE, TAB, ZERO } from '../../options.js'
import type { FieldPlace, ItemMaker, Roles } from '../table.js'
import type { TextBlock } from '../text.js'
import { Spelled } from './spelled.js'

/** Up to so many digits are an exact whole number, and its quotient by a power of ten is rounded once, as `Number` rounds. */
const MAX_DIGITS = 15
const POWERS = Float64Array.from({ length: MAX_DIGITS + 1 }, (_, k) => Number(`1e${k}`))

/** How a field is read. */
type Use = 'unused' | 'number' | 'category' | 'label' | 'text'

/**
 * Reads lines without quotes straight from their bytes: numbers without a string, categories and labels by a table of their
 * spellings. Everything else (another number of fields, errors) is left to `CsvRecords`; the items are the same.
 */
export class PlainLines {
  readonly #maker: ItemMaker
  readonly #delimiter: number
  readonly #uses: readonly Use[]
  /** For each field its only cell, if it is a number or a category. */
  readonly #cellAt: readonly number[]
  /** The cells that are made from texts. */
  readonly #others: readonly { readonly k: number; readonly field: number }[]
  readonly #cells: number
  readonly #categories: readonly (Spelled<Cell> | undefined)[]
  readonly #labels: Spelled<string | undefined>
  /** The field of a label that is also something else; −1 if there is none. */
  readonly #textLabel: number
  readonly #fields: string[]
  #bytes = new Uint8Array(0)
  #text = ''
  /** Where the next line begins. */
  next = 0

  constructor(roles: Roles, maker: ItemMaker, fields: number, delimiter: number) {
    this.#maker = maker
    this.#delimiter = delimiter
    const cellsOf = new Map<number, number[]>()
    for (const [k, { field }] of roles.cells.entries()) cellsOf.set(field, [...(cellsOf.get(field) ?? []), k])
    this.#uses = Array.from({ length: fields }, (_, field) => useOf(roles, field, cellsOf.get(field) ?? []))
    this.#cellAt = this.#uses.map((use, field) =>
      use === 'number' || use === 'category' ? (cellsOf.get(field)?.[0] ?? -1) : -1,
    )
    this.#others = roles.cells.flatMap(({ field }, k) => (this.#cellAt[field] === k ? [] : [{ k, field }]))
    this.#cells = roles.cells.length
    this.#categories = this.#cellAt.map((k, field) =>
      this.#uses[field] === 'category' ? new Spelled((text) => maker.cell(k, text, NOWHERE)) : undefined,
    )
    this.#labels = new Spelled((text) => maker.label(text))
    this.#textLabel = this.#uses[roles.label] === 'text' ? roles.label : -1
    this.#fields = new Array<string>(fields).fill('')
  }

  /** Sets the text to read from. */
  begin({ text, bytes }: Required<Pick<TextBlock, 'text' | 'bytes'>>): void {
    this.#text = text
    this.#bytes = bytes as Uint8Array<ArrayBuffer>
    this.next = 0
  }

  /** The item of the line at `next`, which moves behind it; undefined if the line is blank or must be read otherwise. */
  item(line: number): Item | undefined {
    const bytes = this.#bytes
    const uses = this.#uses
    const delimiter = this.#delimiter
    const last = uses.length - 1
    const cells = new Array<Cell>(this.#cells)
    let label: string | undefined
    let at = this.next
    if (this.#isBlank(at)) return undefined
    for (let field = 0; field <= last; field++) {
      const use = uses[field]!
      const from = at
      if (use === 'number') {
        let byte = bytes[at]!
        const isNegative = byte === MINUS
        if (isNegative) byte = bytes[++at]!
        let mantissa = 0
        let digits = -at
        for (let digit = byte - ZERO; digit >= 0 && digit <= 9; digit = byte - ZERO) {
          mantissa = mantissa * 10 + digit
          byte = bytes[++at]!
        }
        digits += at
        let places = 0
        if (byte === DOT) {
          const dot = ++at
          byte = bytes[at]!
          for (let digit = byte - ZERO; digit >= 0 && digit <= 9; digit = byte - ZERO) {
            mantissa = mantissa * 10 + digit
            byte = bytes[++at]!
          }
          places = at - dot
          digits += places
        }
        if (digits > 0 && digits <= MAX_DIGITS && (byte === delimiter || byte === NEWLINE)) {
          const size = places === 0 ? mantissa : mantissa / POWERS[places]!
          cells[this.#cellAt[field]!] = isNegative ? -size : size
        } else {
          at = this.#end(from)
          const cell = this.#cell(this.#cellAt[field]!, from, this.#cut(from, at, field))
          if (cell === undefined) return undefined
          cells[this.#cellAt[field]!] = cell
        }
      } else if (use === 'category' || use === 'label') {
        let hash = 0
        for (let byte = bytes[at]!; byte !== delimiter && byte !== NEWLINE; byte = bytes[++at]!)
          hash = (Math.imul(hash, 31) + byte) | 0
        const to = this.#cut(from, at, field)
        // The return at the end of a line is not part of the field.
        if (to < at) hash = hashOf(bytes, from, to)
        if (use === 'label') label = this.#labels.of(bytes, from, to, hash, this.#slice)
        else cells[this.#cellAt[field]!] = this.#categories[field]!.of(bytes, from, to, hash, this.#slice)
      } else {
        at = this.#end(at)
        if (use === 'text') this.#fields[field] = this.#slice(from, this.#cut(from, at, field))
      }
      if (bytes[at] !== (field < last ? delimiter : NEWLINE)) return undefined
      at++
    }
    for (const { k, field } of this.#others) {
      const cell = this.#made(k, this.#fields[field]!)
      if (cell === undefined) return undefined
      cells[k] = cell
    }
    if (this.#textLabel >= 0) label = this.#maker.label(this.#fields[this.#textLabel]!)
    this.next = at
    return this.#maker.itemOf(this.#fields, line, label, this.#cells > 0 ? cells : undefined)
  }

  /** Whether the line at `from` has spaces and tabs only. */
  #isBlank(from: number): boolean {
    const bytes = this.#bytes
    let at = from
    while (isSpace(bytes[at]!)) at++
    return bytes[at] === NEWLINE
  }

  /** The end of the field at `from`. */
  #end(from: number): number {
    const bytes = this.#bytes
    let at = from
    for (let byte = bytes[at]!; byte !== this.#delimiter && byte !== NEWLINE; ) byte = bytes[++at]!
    return at
  }

  /** The end of a field without the return at the end of its line. */
  #cut(from: number, to: number, field: number): number {
    return field === this.#uses.length - 1 && to > from && this.#bytes[to - 1] === RETURN ? to - 1 : to
  }

  #cell(k: number, from: number, to: number): Cell | undefined {
    return from === to ? null : this.#made(k, this.#slice(from, to))
  }

  /** The cell; undefined if the field is invalid, which is reported with its place when the line is read again. */
  #made(k: number, text: string): Cell | undefined {
    try {
      return this.#maker.cell(k, text, NOWHERE)
    } catch (cause) {
      if (cause instanceof AskanceError) return undefined
      throw cause
    }
  }

  readonly #slice = (from: number, to: number): string =>
    this.#text.length === this.#bytes.length
      ? this.#text.slice(from, to)
      : readable(this.#bytes.subarray(from, to))
}

const isSpace = (byte: number): boolean => byte === SPACE || byte === TAB || byte === RETURN

const NOWHERE: FieldPlace = () => ({ source: '', line: 0 })

const hashOf = (bytes: Uint8Array, from: number, to: number): number => {
  let hash = 0
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0
  return hash
}

/** A field with several uses is read as a text. */
const useOf = ({ label, id, vector, text, cells }: Roles, field: number, own: readonly number[]): Use => {
  const others = [label, id, vector, ...text].filter((one) => one === field).length
  if (own.length + others === 0) return 'unused'
  if (own.length + others > 1) return 'text'
  const cell = own[0] === undefined ? undefined : cells[own[0]]
  if (cell?.number === 'plain') return 'number'
  if (cell && !cell.number && !cell.date && cell.column.kind === 'category') return 'category'
  return field === label ? 'label' : 'text'
}
