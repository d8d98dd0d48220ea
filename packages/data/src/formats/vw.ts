import type { Position } from '@askance/core'
import { dataError, type dataErrorTable } from '../errors.js'
import type { Item, ItemSource, NamedFeatures } from '../item.js'
import { canonicalLabel } from '../labels.js'
import type { ItemDraft } from './format.js'
import type { Input } from './input.js'
import type { ItemOptions } from './options.js'
import { eachLine, NO_COLUMNS, textSource } from './text.js'
import { columnOf, detached, Interned, numberOf, shown } from './words.js'

/** A feature seen before, and its position in the current item. */
interface Known {
  readonly name: string
  /** The last item that contains it, and its position there. */
  item: number
  place: number
}

const MAX_KNOWN = 1 << 18

/** Collects the features of an item: full names are built once, and duplicates are summed. */
class FeatureCollector {
  #spaces = new Map<string, Map<string, Known>>()
  #space = new Map<string, Known>()
  #spaceName = ''
  #known = 0
  #item = 0
  #names: string[] = []
  #values: number[] = []

  begin(): void {
    this.#item++
    this.#names = []
    this.#values = []
    if (this.#known <= MAX_KNOWN) return
    this.#spaces = new Map()
    this.#known = 0
  }

  /** Sets the namespace of the following features. */
  enter(name: string): void {
    const space = this.#spaces.get(name)
    this.#spaceName = space ? name : detached(name)
    this.#space = space ?? new Map()
    if (!space) this.#spaces.set(this.#spaceName, this.#space)
  }

  add(feature: string, value: number): void {
    const known = this.#space.get(feature) ?? this.#learn(feature)
    if (known.item === this.#item) {
      this.#values[known.place]! += value
      return
    }
    known.item = this.#item
    known.place = this.#names.push(known.name) - 1
    this.#values.push(value)
  }

  finished(): NamedFeatures {
    return { names: this.#names, values: this.#values }
  }

  #learn(feature: string): Known {
    const key = detached(feature)
    const name = this.#spaceName === '' ? key : detached(`${this.#spaceName}^${key}`)
    const known = { name, item: -1, place: 0 }
    this.#space.set(key, known)
    this.#known++
    return known
  }
}

const BAR = 0x7c
const COLON = 0x3a
const SPACE = 0x20
const TAB = 0x09

/** Reads lines of "label weight 'tag|namespace:scale feature:value …". */
class VwReader {
  readonly #source: string
  readonly #features = new FeatureCollector()
  readonly #labels = new Interned()
  readonly #multiLabel: boolean
  #line = ''
  #number = 0

  constructor(source: string, multiLabel = false) {
    this.#source = source
    this.#multiLabel = multiLabel
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

  /** Parses the part before the first bar; a word that touches the bar, or starts with ', is the tag. */
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
    // The third number is the initial prediction, which is not used here.
    if (base) this.#readNumber(base.at, base.at + base.text.length, 'vw/base')
    const size = weight ? this.#readNumber(weight.at, weight.at + weight.text.length, 'vw/weight') : undefined
    if (weight && size! < 0) this.#fail('vw/weight', weight.at, { found: shown(weight.text) })
    if (tag !== '') item.id = detached(tag)
    if (label) item.label = this.#readLabel(label.text, label.at)
    if (size !== undefined) item.weight = size
  }

  /** A number, or a name that does not start like a number. */
  #readLabel(text: string, at: number): string {
    if (text.includes(',')) {
      if (this.#multiLabel) return this.#labels.of(text)
      this.#fail('labels/several', at, { found: shown(text) })
    }
    const isNumber = /^[-+.\d]/.test(text)
    if ((isNumber && Number.isNaN(numberOf(text))) || text.includes(':'))
      this.#fail('vw/label', at, { found: shown(text) })
    return this.#labels.of(canonicalLabel(text))
  }

  /** Parses one namespace and its features after the bar; returns the position of the next bar or the end. */
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
      // A value without a name is a feature named by its position, as in Vowpal Wabbit.
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

/** Opens text as Vowpal Wabbit reads it. */
export const openVw = async (input: Input, options: ItemOptions): Promise<ItemSource> =>
  textSource('vw', input, options, NO_COLUMNS, (onRecordError) => {
    const reader = new VwReader(input.name, options.multiLabel)
    return (block, items) =>
      eachLine(block, onRecordError, (line, number) => {
        const item = reader.read(line, number)
        if (item) items.push(item)
      })
  })
