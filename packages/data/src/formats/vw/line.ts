import type { Position } from '@askance/core'
import { dataError, type dataErrorTable } from '../../errors.js'
import type { Item } from '../../items/item.js'
import { canonicalLabel } from '../../labels/canonical.js'
import type { ItemDraft } from '../format.js'
import { columnOf, detached, Interned, numberOf, shown } from '../words.js'
import { FeatureCollector } from './features.js'

const BAR = 0x7c
const COLON = 0x3a
const SPACE = 0x20
const TAB = 0x09

/** Reads lines of "label weight 'tag|namespace:scale feature:value …". */
export class VwReader {
  readonly #source: string
  readonly #features = new FeatureCollector()
  readonly #labels = new Interned()
  #line = ''
  #number = 0

  constructor(source: string) {
    this.#source = source
  }

  /** The item of a line; undefined when it is blank. */
  read(line: string, number: number): Item | undefined {
    this.#line = line
    this.#number = number
    const bar = line.indexOf('|')
    if (bar < 0) {
      if (line.trim() === '') return undefined
      this.#fail('vw/bar-missing', 0, { found: shown(line) })
    }
    const item: ItemDraft = { line: number }
    this.#readHead(bar, item)
    this.#features.begin()
    for (let at = bar; at < line.length; ) at = this.#readSpace(at + 1)
    item.features = this.#features.finished()
    return item
  }

  /** What stands before the first bar; a word that touches the bar, or begins with ', is the tag. */
  #readHead(bar: number, item: ItemDraft): void {
    const words: { text: string; at: number }[] = []
    for (let at = this.#skipBlanks(0, bar); at < bar; at = this.#skipBlanks(at, bar)) {
      const end = this.#wordEnd(at, bar)
      words.push({ text: this.#line.slice(at, end), at })
      at = end
    }
    const last = words.at(-1)
    const isTagged = last && (last.text.startsWith("'") || last.at + last.text.length === bar)
    const tag = isTagged ? words.pop()!.text.replace(/^'/, '') : ''
    const [label, weight, base, tooMuch] = words
    if (tooMuch) this.#fail('vw/head', tooMuch.at, { found: shown(tooMuch.text) })
    // The third number is where learning starts from, which is of no use here.
    if (base) this.#readNumber(base.at, base.at + base.text.length, 'vw/base')
    const size = weight ? this.#readNumber(weight.at, weight.at + weight.text.length, 'vw/weight') : undefined
    if (weight && size! < 0) this.#fail('vw/weight', weight.at, { found: shown(weight.text) })
    if (tag !== '') item.id = detached(tag)
    if (label) item.label = this.#readLabel(label.text, label.at)
    if (size !== undefined) item.weight = size
  }

  /** A number, or a name that does not begin like one. */
  #readLabel(text: string, at: number): string {
    const isNumber = /^[-+.\d]/.test(text)
    if ((isNumber && Number.isNaN(numberOf(text))) || text.includes(':'))
      this.#fail('vw/label', at, { found: shown(text) })
    return this.#labels.of(canonicalLabel(text))
  }

  /** Reads one namespace and its features from behind the bar; returns where the next bar or the end is. */
  #readSpace(from: number): number {
    const line = this.#line
    const nameEnd = this.#nameEnd(from)
    let at = nameEnd
    let scale = 1
    if (line.charCodeAt(nameEnd) === COLON) {
      if (nameEnd === from) this.#fail('vw/namespace', from, { found: shown(line.slice(from, from + 20)) })
      at = this.#valueEnd(nameEnd + 1)
      scale = this.#readNumber(nameEnd + 1, at, 'vw/scale')
    }
    this.#features.enter(line.slice(from, nameEnd))
    let unnamed = 0
    for (;;) {
      at = this.#skipBlanks(at, line.length)
      if (at >= line.length || line.charCodeAt(at) === BAR) return at
      const end = this.#nameEnd(at)
      let value = 1
      let next = end
      if (line.charCodeAt(end) === COLON) {
        next = this.#valueEnd(end + 1)
        value = this.#readNumber(end + 1, next, 'vw/value')
      }
      // A value without a name is a feature that is named by its place, as Vowpal Wabbit has it.
      this.#features.add(end === at ? String(unnamed++) : line.slice(at, end), scale * value)
      at = next
    }
  }

  #readNumber(from: number, to: number, code: keyof typeof dataErrorTable): number {
    const text = this.#line.slice(from, to)
    const value = numberOf(text)
    if (Number.isNaN(value)) this.#fail(code, from, { found: shown(text) })
    return value
  }

  #skipBlanks(from: number, to: number): number {
    let at = from
    while (at < to && isBlank(this.#line.charCodeAt(at))) at++
    return at
  }

  #wordEnd(from: number, to: number): number {
    let at = from
    while (at < to && !isBlank(this.#line.charCodeAt(at))) at++
    return at
  }

  /** A name ends before a blank, a colon or a bar. */
  #nameEnd(from: number): number {
    const line = this.#line
    let at = from
    for (; at < line.length; at++) {
      const unit = line.charCodeAt(at)
      if (unit === SPACE || unit === COLON || unit === BAR || unit === TAB) break
    }
    return at
  }

  #valueEnd(from: number): number {
    const line = this.#line
    let at = from
    for (; at < line.length; at++) {
      const unit = line.charCodeAt(at)
      if (unit === SPACE || unit === BAR || unit === TAB) break
    }
    return at
  }

  #fail(code: keyof typeof dataErrorTable, at: number, details: Readonly<Record<string, unknown>>): never {
    const position: Position = { source: this.#source, line: this.#number, column: columnOf(this.#line, at) }
    throw dataError(code, details, position)
  }
}

const isBlank = (unit: number): boolean => unit === SPACE || unit === TAB
