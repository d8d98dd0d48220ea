import { dataError, type dataErrorTable } from '../../errors.js'
import type { ItemSource } from '../../item.js'
import type { DeclaredType } from '../columns/detect.js'
import type { Input } from '../input.js'
import type { ItemOptions } from '../options.js'
import { rolesOf } from '../table.js'
import { eachLine, lookAtText, textSource } from '../text.js'
import { columnOf, shown } from '../words.js'
import { ArffReader, isWordError, Words } from './row.js'

/** Opens a file of Weka or MOA. */
export const openArff = async (input: Input, options: ItemOptions): Promise<ItemSource> => {
  const { attributes, dataLine } = await readHeader(input, options)
  const names = attributes.map(({ name }) => name)
  const lastNominal = attributes.findLastIndex(({ values }) => values !== undefined)
  const declared = (k: number): DeclaredType => attributes[k]!.type
  const roles = rolesOf({ names, values: () => [], declared, lastClass: lastNominal }, options, input.name)
  return textSource('arff', input, options, roles, (onRecordError) => {
    const reader = new ArffReader(input.name, attributes, roles)
    return (block, items) =>
      eachLine(block, onRecordError, (line, number) => {
        if (number <= dataLine) return
        const item = reader.read(line, number)
        if (item) items.push(item)
      })
  })
}

export interface Attribute {
  readonly name: string
  readonly type: DeclaredType
  /** The allowed values of a nominal attribute. */
  readonly values?: ReadonlySet<string>
}

export interface Header {
  readonly attributes: readonly Attribute[]
  /** The line of @data. */
  readonly dataLine: number
}

const TYPES: Readonly<Record<string, DeclaredType>> = {
  numeric: 'number',
  real: 'number',
  integer: 'number',
  string: 'text',
  date: 'date',
}

/** Reads the lines up to @data. */
const readHeader = async (input: Input, options: ItemOptions): Promise<Header> => {
  const attributes: Attribute[] = []
  const names = new Set<string>()
  let dataLine = 0
  let last = 1
  const stop = (cause: unknown) => {
    throw cause
  }
  for await (const block of lookAtText(input, options, stop)) {
    eachLine(block, stop, (line, number) => {
      if (dataLine > 0) return
      last = number
      const declared = new Declaration(input.name, line, number)
      const keyword = declared.keyword()
      if (keyword === '@data') dataLine = number
      if (keyword !== '@attribute') return
      const attribute = declared.attribute()
      if (names.has(attribute.name)) declared.fail('columns/twice', 0, { name: attribute.name })
      names.add(attribute.name)
      attributes.push(attribute)
    })
    if (dataLine > 0) break
  }
  const position = { source: input.name, line: dataLine || last, column: 1 }
  if (dataLine === 0) throw dataError('arff/data-missing', {}, position)
  if (attributes.length === 0) throw dataError('columns/none', {}, position)
  return { attributes, dataLine }
}

/** One line of the header. */
class Declaration {
  readonly #source: string
  readonly #words: Words
  readonly #number: number

  constructor(source: string, line: string, number: number) {
    this.#source = source
    this.#words = new Words(line)
    this.#number = number
  }

  /** The keyword in lower case; undefined for a blank line or a comment. */
  keyword(): string | undefined {
    if (this.#words.isOver) return undefined
    const at = this.#words.at
    const keyword = /^@\w+/.exec(this.#words.line.slice(at))?.[0] ?? ''
    const lower = keyword.toLowerCase()
    if (lower !== '@relation' && lower !== '@attribute' && lower !== '@data')
      this.fail('arff/keyword', at, { found: shown(this.#words.line.slice(at, at + 40)) })
    this.#words.at += keyword.length
    return lower
  }

  attribute(): Attribute {
    const name = this.#word('a name')
    if (this.#words.next === '{') return { name, type: 'category', values: this.#values() }
    const at = this.#words.at
    const found = this.#word('a type')
    const type = TYPES[found.toLowerCase()]
    if (type) return { name, type }
    return this.fail('arff/type', at, { name: shown(name), found: shown(found) })
  }

  #values(): ReadonlySet<string> {
    const values = new Set<string>()
    this.#words.pass('{')
    while (!this.#words.pass('}')) {
      values.add(this.#word('a value'))
      this.#words.pass(',')
    }
    return values
  }

  #word(expected: string): string {
    const word = this.#words.word()
    if (isWordError(word)) this.fail(word.code, word.at, {})
    if (word) return word.text
    const found = this.#words.isOver ? 'the end of the line' : shown(this.#words.next!)
    return this.fail('arff/word', this.#words.at, { found, expected })
  }

  fail(code: keyof typeof dataErrorTable, at: number, details: Readonly<Record<string, unknown>>): never {
    const column = columnOf(this.#words.line, at)
    throw dataError(code, details, { source: this.#source, line: this.#number, column })
  }
}
