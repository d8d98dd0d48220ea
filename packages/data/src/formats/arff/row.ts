import { dataError, type dataErrorTable } from '../../errors.js'
import type { Item } from '../../item.js'
import { ItemMaker, type Roles } from '../table.js'
import { columnOf, numberOf, shown } from '../words.js'
import type { Attribute } from './format.js'

/** A value in an ARFF line and its position. */
interface Word {
  readonly text: string
  readonly at: number
  /** A quoted question mark is not a missing value. */
  readonly isQuoted: boolean
}

/** An error in the line and its position. */
interface WordError {
  readonly code: 'arff/quote-open'
  readonly at: number
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const BARE = /[^\s,{}%'"]+/y

/** Tokenizes a line: bare words, or words in single or double quotes with backslash escapes. */
export class Words {
  readonly line: string
  at = 0

  constructor(line: string, at = 0) {
    this.line = line
    this.at = at
  }

  /** Whether only a comment or nothing is left. */
  get isOver(): boolean {
    this.skipBlanks()
    return this.at >= this.line.length || this.line[this.at] === '%'
  }

  /** The next non-blank character, without consuming it. */
  get next(): string | undefined {
    this.skipBlanks()
    return this.line[this.at]
  }

  /** Consumes the character if it is next; returns whether it was. */
  pass(character: string): boolean {
    if (this.next !== character) return false
    this.at++
    return true
  }

  skipBlanks(): void {
    while (this.line[this.at] === ' ' || this.line[this.at] === '\t') this.at++
  }

  /** The next word or an error; undefined if no word starts here. */
  word(): Word | WordError | undefined {
    const next = this.next
    if (next === "'" || next === '"') return this.#quoted(next)
    BARE.lastIndex = this.at
    const text = BARE.exec(this.line)?.[0]
    if (text === undefined) return undefined
    const at = this.at
    this.at += text.length
    return { text, at, isQuoted: false }
  }

  #quoted(quote: string): Word | WordError {
    const start = this.at
    let text = ''
    for (let at = start + 1; at < this.line.length; at++) {
      const character = this.line[at]!
      if (character === quote) {
        this.at = at + 1
        return { text, at: start, isQuoted: true }
      }
      if (character !== '\\') text += character
      else {
        const unicode = /^u([\da-fA-F]{4})/.exec(this.line.slice(at + 1, at + 6))
        const escaped = this.line[at + 1] ?? ''
        text += unicode
          ? String.fromCharCode(Number.parseInt(unicode[1]!, 16))
          : (ESCAPES[escaped] ?? escaped)
        at += unicode ? 5 : 1
      }
    }
    return { code: 'arff/quote-open', at: start }
  }
}

export const isWordError = (word: Word | WordError | undefined): word is WordError =>
  word !== undefined && 'code' in word

/** Characters that need more than splitting at commas. */
const SPECIAL = /['"{}%]/

/** Reads the lines after @data. */
export class ArffReader {
  readonly #source: string
  readonly #attributes: readonly Attribute[]
  readonly #maker: ItemMaker
  /** Values that a sparse row omits: 0, or the first nominal value. */
  readonly #defaults: readonly (string | null)[]
  #line = ''
  #number = 0
  /** The positions of the fields, if the line was not just split at commas. */
  #places: number[] | undefined
  #fields: (string | null)[] = []

  constructor(source: string, attributes: readonly Attribute[], roles: Roles) {
    this.#source = source
    this.#attributes = attributes
    this.#maker = new ItemMaker(roles)
    this.#defaults = attributes.map(({ type, values }) =>
      type === 'number' ? '0' : (values?.values().next().value ?? null),
    )
  }

  /** The item of a line; undefined when it is blank or a comment. */
  read(line: string, number: number): Item | undefined {
    this.#line = line
    this.#number = number
    this.#places = undefined
    const words = new Words(line)
    if (words.isOver) return undefined
    let weight: number | undefined
    if (words.next === '{') weight = this.#readSparse(words)
    else if (SPECIAL.test(line)) weight = this.#readWords(words)
    else this.#readPlain()
    if (this.#fields.length !== this.#attributes.length)
      this.#fail('arff/fields', 0, { found: this.#fields.length, expected: this.#attributes.length })
    this.#checkValues()
    const item = this.#maker.item(this.#fields, number, (column) => this.#placeOf(this.#start(column)))
    return weight === undefined ? item : { ...item, weight }
  }

  #readPlain(): void {
    const parts = this.#line.includes(',') ? this.#line.split(',') : this.#line.trim().split(/[ \t]+/)
    for (let k = 0; k < parts.length; k++) {
      const part = parts[k]!.trim()
      if (part === '') this.#fail('arff/word', this.#plainStart(k), { found: 'nothing', expected: 'a value' })
    }
    this.#fields = parts.map((part) => presentText(part.trim()))
  }

  /** Values with quotes, and optionally a weight in braces at the end. */
  #readWords(words: Words): number | undefined {
    this.#fields = []
    this.#places = []
    while (!words.isOver) {
      if (words.next === '{') return this.#readWeight(words)
      const word = this.#word(words)
      this.#fields.push(word.isQuoted ? word.text : presentText(word.text))
      this.#places.push(word.at)
      if (words.pass(',') && words.isOver)
        this.#fail('arff/word', words.at, { found: 'the end of the line', expected: 'a value' })
    }
    return undefined
  }

  /** "{index value, index value}": omitted values have their default. */
  #readSparse(words: Words): number | undefined {
    this.#fields = [...this.#defaults]
    this.#places = this.#defaults.map(() => words.at)
    words.pass('{')
    let previous = -1
    while (!words.pass('}')) {
      const index = this.#word(words)
      const place = /^\d+$/.test(index.text) ? Number(index.text) : -1
      if (place < 0 || place >= this.#attributes.length)
        this.#fail('arff/index', index.at, { found: shown(index.text), most: this.#attributes.length - 1 })
      if (place <= previous) this.#fail('arff/index-order', index.at, { found: place, previous })
      previous = place
      const word = this.#word(words)
      this.#fields[place] = word.isQuoted ? word.text : presentText(word.text)
      this.#places[place] = word.at
      if (!words.pass(',') && words.next !== '}')
        this.#fail('arff/word', words.at, { found: this.#found(words), expected: 'a comma or }' })
    }
    if (words.pass(',')) return this.#readWeight(words)
    if (!words.isOver) this.#fail('arff/word', words.at, { found: this.#found(words), expected: 'the end' })
    return undefined
  }

  #readWeight(words: Words): number {
    if (!words.pass('{'))
      this.#fail('arff/word', words.at, { found: this.#found(words), expected: 'a weight' })
    const word = this.#word(words)
    const weight = numberOf(word.text)
    if (!(weight >= 0)) this.#fail('arff/weight', word.at, { found: shown(word.text) })
    if (!words.pass('}') || !words.isOver)
      this.#fail('arff/word', words.at, { found: this.#found(words), expected: 'the end after the weight' })
    return weight
  }

  /** Only declared values are allowed. */
  #checkValues(): void {
    for (let k = 0; k < this.#attributes.length; k++) {
      const { values, name } = this.#attributes[k]!
      const field = this.#fields[k]
      if (values && field !== null && !values.has(field!)) {
        const known = shown([...values].slice(0, 10).join(', '))
        this.#fail('arff/nominal', this.#start(k), { name: shown(name), found: shown(field!), known })
      }
    }
  }

  #word(words: Words): Word {
    const word = words.word()
    if (isWordError(word)) this.#fail(word.code, word.at, {})
    return word ?? this.#fail('arff/word', words.at, { found: this.#found(words), expected: 'a value' })
  }

  #found(words: Words): string {
    return words.isOver ? 'the end of the line' : shown(words.next!)
  }

  #start(column: number): number {
    return this.#places?.[column] ?? this.#plainStart(column)
  }

  #plainStart(column: number): number {
    let at = 0
    for (let k = 0; k < column; k++) at = this.#line.indexOf(',', at) + 1
    return at + /^[ \t]*/.exec(this.#line.slice(at))![0].length
  }

  #placeOf(at: number): { source: string; line: number; column: number } {
    return { source: this.#source, line: this.#number, column: columnOf(this.#line, at) }
  }

  #fail(code: keyof typeof dataErrorTable, at: number, details: Readonly<Record<string, unknown>>): never {
    throw dataError(code, details, this.#placeOf(at))
  }
}

const presentText = (text: string): string | null => (text === '?' ? null : text)
