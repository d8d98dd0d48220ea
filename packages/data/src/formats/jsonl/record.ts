import { Row } from '@askance/core'
import { MAX_INDEX, MAX_VALUE } from '@askance/core/internals'
import { dataError, type dataErrorTable } from '../../errors.js'
import type { Item, NamedFeatures } from '../../item.js'
import { canonicalLabel, isMissingLabel } from '../../labels.js'
import { vectorIn } from '../columns/vectors.js'
import type { ItemDraft } from '../format.js'
import type { ItemOptions, KeepRecords } from '../options.js'
import { ItemMaker } from '../table.js'
import { columnOf, Interned, shown } from '../words.js'
import { jsonField, type Keys } from './keys.js'
import { findSyntaxError } from './syntax-error.js'
import { isObject, type Json } from './tools/tool.js'

type Change = (record: Json) => Json

const LONG_NUMBER = /^-?\d{16,}$/
/** Strings, so that nothing in them is changed, and numbers. */
const LONG_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** Reads one JSON object at a time. */
export class JsonlReader {
  readonly #source: string
  readonly #keys: Keys
  readonly #shift: 0 | 1
  readonly #multiLabel: boolean
  readonly #keepRecords: KeepRecords
  readonly #known: ReadonlySet<string>
  readonly #toPlain: Change
  readonly #flat: Change
  readonly #maker: ItemMaker
  readonly #labels = new Interned()
  #line = ''
  #number = 0

  /** `toPlain` makes a record of another tool plain, and `flat` makes the members of nested objects members of it. */
  constructor(
    source: string,
    keys: Keys,
    { base, multiLabel = false, keepRecords }: ItemOptions & { readonly keepRecords: KeepRecords },
    { toPlain, flat }: { readonly toPlain: Change; readonly flat: Change },
  ) {
    this.#toPlain = toPlain
    this.#flat = flat
    this.#maker = new ItemMaker(keys.roles)
    this.#multiLabel = multiLabel
    this.#keepRecords = keepRecords
    this.#source = source
    this.#keys = keys
    this.#shift = base === 0 ? 1 : 0
    this.#known = new Set([
      keys.id,
      ...keys.text,
      ...(keys.vector === undefined ? [] : [keys.vector]),
      'features',
      'x',
      'weight',
      'meta',
      ...(keys.label === false ? [] : [keys.label]),
      ...keys.roles.cells.map(({ field }) => keys.fields[field]!),
    ])
  }

  /** The item of a line; undefined when it is blank. */
  read(line: string, number: number): Item | undefined {
    this.#line = line
    this.#number = number
    const found = this.#parsed()
    if (found === undefined) return undefined
    const plain = this.#toPlain(found)
    const record = this.#flat(plain)
    const { id, label, vector } = this.#keys
    const { features, x, weight, meta } = record
    const item: ItemDraft = { line: number }
    if (isThere(record[id])) item.id = this.#id(id, this.#written(record, id))
    if (label !== false && isThere(record[label]) && !isMissing(record[label]))
      this.#readLabels(label, record[label], item)
    if (isThere(weight)) item.weight = this.#weight(weight)
    const text = this.#text(record)
    if (text !== undefined) item.text = text
    const isIndexed = isObject(features) && Array.isArray(features.indices)
    if (isIndexed && isThere(x)) this.#fail('jsonl/both', 'x', {})
    if (isIndexed) item.row = this.#indexed(features)
    else if (isThere(features)) item.features = this.#named(features)
    if (isThere(x)) item.row = this.#dense(x)
    const numbers = vector === undefined ? undefined : vectorIn(record[vector], this.#place(vector))
    if (numbers) item.vector = numbers
    const { fields, roles } = this.#keys
    if (roles.cells.length > 0)
      item.cells = this.#maker.cells(
        fields.map((key) => jsonField(this.#written(record, key))),
        (column) => this.#place(fields[column]!),
      )
    const rest = this.#meta(record, meta)
    if (rest) item.meta = rest
    if (this.#keepRecords)
      item.record = this.#keepRecords === true ? line.trim() : /\d{16}/.test(line) ? this.#exact() : plain
    return item
  }

  #parsed(): Json | undefined {
    try {
      const value: unknown = JSON.parse(this.#line)
      if (isObject(value)) return value
    } catch {
      if (this.#line.trim() === '') return undefined
      const { at, found, expected } = findSyntaxError(this.#line)
      this.#failAt('jsonl/broken', at, { found, expected })
    }
    return this.#failAt('jsonl/object', 0, { found: shown(this.#line) })
  }

  /** The record with long numbers as text, because JavaScript would round them. */
  #exact(): Json {
    const text = this.#line.replace(LONG_NUMBERS, (found) => (LONG_NUMBER.test(found) ? `"${found}"` : found))
    return this.#toPlain(JSON.parse(text) as Json)
  }

  /** The value of a key; a long number as text. */
  #written(record: Json, key: string): unknown {
    const value = record[key]
    return typeof value === 'number' && !isExact(value) ? this.#flat(this.#exact())[key] : value
  }

  #id(key: string, value: unknown): string {
    if (typeof value === 'string' || isExact(value)) return String(value)
    return this.#failType(key, value, 'a string or a whole number')
  }

  #readLabels(key: string, value: unknown, item: ItemDraft): void {
    if (!Array.isArray(value)) item.label = this.#label(key, value)
    else if (this.#multiLabel) item.labels = value.map((one) => this.#label(key, one === '' ? null : one))
    else this.#fail('labels/several', key, { found: shown(JSON.stringify(value)) })
  }

  #label(key: string, value: unknown): string {
    if (typeof value === 'object' || (typeof value === 'number' && !isExact(value)))
      this.#failType(key, value, 'a string, a number of at most 15 digits, true or false')
    return this.#labels.of(canonicalLabel(String(value)))
  }

  #weight(value: unknown): number {
    if (isNumber(value) && value >= 0) return value
    return this.#failType('weight', value, 'a number from 0 to 1e100')
  }

  #text(record: Json): string | undefined {
    const parts = this.#keys.text.flatMap((key) => {
      const value = record[key]
      if (!isThere(value)) return []
      return typeof value === 'string' ? [value] : this.#failType(key, value, 'a string')
    })
    return parts.length === 0 ? undefined : parts.join('\n\n')
  }

  #named(value: unknown): NamedFeatures {
    if (!isObject(value)) this.#failType('features', value, 'an object')
    const names = Object.keys(value)
    const values = names.map((name) => this.#value(name, value[name]))
    return { names, values }
  }

  #indexed({ indices, values }: Json): Row {
    if (!Array.isArray(values) || values.length !== (indices as unknown[]).length)
      this.#failType('values', values, `${(indices as unknown[]).length} numbers, as many as indices`)
    const entries = (indices as unknown[]).map((index, k): [number, number] => [
      this.#index(index),
      this.#value('values', (values as unknown[])[k]),
    ])
    entries.sort(([a], [b]) => a - b)
    const twice = entries.find(([index], k) => index === entries[k - 1]?.[0])
    if (twice) this.#fail('jsonl/index-twice', 'indices', { found: twice[0] - this.#shift })
    return new Row(
      Int32Array.from(entries, ([index]) => index),
      Float64Array.from(entries, ([, value]) => value),
    )
  }

  #index(value: unknown): number {
    const index = typeof value === 'number' ? value + this.#shift : Number.NaN
    if (Number.isInteger(index) && index >= 1 && index <= MAX_INDEX) return index
    if (value === 0) this.#fail('jsonl/index-zero', 'indices', {})
    return this.#failType(
      'indices',
      value,
      `a whole number from ${1 - this.#shift} to ${MAX_INDEX - this.#shift}`,
    )
  }

  #dense(value: unknown): Row {
    if (!Array.isArray(value)) this.#failType('x', value, 'an array of numbers')
    const values = value as unknown[]
    return new Row(
      Int32Array.from(values, (_, k) => k + 1),
      Float64Array.from(values, (number) => this.#value('x', number)),
    )
  }

  #value(key: string, value: unknown): number {
    return isNumber(value) ? value : this.#failType(key, value, 'a number between -1e100 and 1e100')
  }

  /** All other keys, merged with `meta`. */
  #meta(record: Json, meta: unknown): Json | undefined {
    if (isThere(meta) && !isObject(meta)) this.#failType('meta', meta, 'an object')
    const others = Object.entries(record).filter(([key]) => !this.#known.has(key))
    if (others.length === 0) return isThere(meta) ? (meta as Json) : undefined
    return Object.fromEntries([...Object.entries((meta ?? {}) as Json), ...others])
  }

  #failType(key: string, value: unknown, expected: string): never {
    return this.#fail('jsonl/type', key, { key, found: kindOfValue(value), expected })
  }

  /** The column of the error is the position of the key. */
  #fail(code: keyof typeof dataErrorTable, key: string, details: Json): never {
    return this.#failAt(code, this.#placeOf(key), details)
  }

  #placeOf(key: string): number {
    const at = this.#line.indexOf(JSON.stringify(key))
    return at >= 0 ? at : Math.max(0, this.#line.indexOf(JSON.stringify(key.split('.').at(-1))))
  }

  #place(key: string): { source: string; line: number; column: number } {
    return { source: this.#source, line: this.#number, column: columnOf(this.#line, this.#placeOf(key)) }
  }

  #failAt(code: keyof typeof dataErrorTable, at: number, details: Json): never {
    const column = columnOf(this.#line, at)
    throw dataError(code, details, { source: this.#source, line: this.#number, column })
  }
}

const isMissing = (value: unknown): boolean => typeof value === 'string' && isMissingLabel(value)

const isThere = (value: unknown): boolean => value !== undefined && value !== null

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= MAX_VALUE

/** Larger integers were rounded by `JSON.parse`. */
const isExact = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER

/** Describes the value for a message; large values are named, not shown. */
const kindOfValue = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return shown(value)
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  return String(value)
}
