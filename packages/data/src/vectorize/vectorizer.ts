import type { Row, State } from '@askance/core'
import { MAX_VALUE, stateIn } from '@askance/core/internals'
import { dataError } from '../errors.js'
import type { Cell, Item } from '../item.js'
import { type ColumnConfig, checkedVectorizerConfig, type VectorizerConfig } from './config.js'
import { type Collisions, FeatureIndex } from './indexes.js'
import { hashAfter, Mark, NO_MARK } from './murmur3.js'
import { Names } from './names.js'
import { RowBuilder } from './row-builder.js'
import { Scaler } from './scaling.js'
import { TextPart } from './text-part.js'
import { Tokens } from './tokens.js'

/** Maximum number of named features with statistics. */
const MAX_SCALED = 2 ** 16

/**
 * Turns items into rows: words and characters of texts, one feature per category, numbers scaled by running
 * statistics. Indices count from 1; the model's preparation adds the intercept and scales whole rows.
 *
 * @example
 * const vectorizer = new Vectorizer({
 *   columns: [{ name: 'colour', kind: 'category' }, { name: 'size', kind: 'number', scaling: 'none' }],
 *   index: { kind: 'dictionary', most: 1000 },
 * })
 * const row = vectorizer.vectorize({ cells: ['red', 5], line: 1 })
 * row.value.slice(row.start, row.end) // => new Float64Array([1, 5])
 * vectorizer.nameOf(1) // => 'colour=red'
 */
export class Vectorizer {
  readonly config: VectorizerConfig
  readonly #index: FeatureIndex
  readonly #builder = new RowBuilder()
  readonly #text: TextPart | undefined
  /** Buffer for hashing the names of features and categories. */
  readonly #scratch = new Tokens({ lowercase: false, segments: false })
  readonly #columns: readonly TableColumn[]
  readonly #columnScaler = new Scaler()
  readonly #featureMark: Mark
  readonly #featureNames = new Names({ bits: 16, most: MAX_SCALED, exact: true })
  readonly #featureScaler = new Scaler()

  constructor(config: VectorizerConfig) {
    this.config = checkedVectorizerConfig(config)
    this.#index = new FeatureIndex(config.index)
    this.#text = config.text && new TextPart(config.text, this.#index)
    this.#columns = (config.columns ?? []).map((column) => new TableColumn(column))
    // A feature and a word may have the same name.
    this.#featureMark = config.text ? new Mark('feature:') : NO_MARK
  }

  /** The row of an item, valid until the next call. Without `learning`, the learned state does not change. */
  vectorize(item: Item, learning = true): Row {
    const builder = this.#builder
    this.#check(item, learning)
    builder.clear()
    this.#scratch.clear()
    this.#text?.begin()
    if (item.text !== undefined) this.#text?.add(item.text, undefined, item.meta)
    this.#columns.forEach((column, k) => {
      const cell = item.cells?.[k] ?? null
      if (column.kind === 'text' && cell !== null) this.#text?.add(String(cell), column.textMark)
    })
    this.#text?.finish(builder, learning)
    const words = builder.size
    this.#columns.forEach((column, k) => {
      this.#cell(column, k, item, learning)
    })
    if (this.config.features) this.#features(item, learning)
    if (builder.size > words) builder.settle()
    return builder.row()
  }

  /** The first feature with this index. */
  nameOf(index: number): string | undefined {
    return this.#index.nameOf(index)
  }

  /** The sign of the first feature with this index: 1, or −1 for half of the hashed ones. */
  signOf(index: number): number {
    return this.#index.signAt(index)
  }

  /** All features with this index, as far as names are kept. */
  names(index: number): readonly string[] {
    return this.#index.names(index)
  }

  get collisions(): Collisions {
    return this.#index.collisions
  }

  /** How often a full dictionary dropped a feature. */
  get dropped(): number {
    return this.#index.dropped
  }

  save(): State {
    return {
      index: this.#index.save(),
      columns: this.#columnScaler.save(),
      features: { names: this.#featureNames.save(), scaler: this.#featureScaler.save() },
      ...(this.#text && { text: this.#text.save() }),
    }
  }

  /** Loads the state of a vectorizer with the same configuration into a new one. */
  load(state: State): void {
    const features = stateIn(state, 'features')
    this.#index.load(stateIn(state, 'index'))
    this.#columnScaler.load(stateIn(state, 'columns'))
    this.#featureNames.load(stateIn(features, 'names'))
    this.#featureScaler.load(stateIn(features, 'scaler'))
    this.#text?.load(stateIn(state, 'text'))
  }

  #check(item: Item, learning: boolean): void {
    const { row, cells, features, line } = item
    if (row) throw dataError('vectorize/numbered', {}, { line })
    if (cells && this.#columns.length > 0 && cells.length !== this.#columns.length)
      throw dataError('vectorize/cells', { found: cells.length, expected: this.#columns.length }, { line })
    // Nothing must be learned of an item that is rejected: no log has it, so a replay would number features differently.
    if (!learning) return
    for (const [k, { kind, name }] of this.#columns.entries())
      if (kind === 'number' && (cells?.[k] ?? null) !== null) numberOf(cells![k]!, name, line)
    if (this.config.features)
      features?.names.forEach((name, k) => {
        numberOf(features.values[k] ?? null, name, line)
      })
  }

  #cell(column: TableColumn, place: number, { cells, line }: Item, learning: boolean): void {
    const cell = cells?.[place] ?? null
    if (column.kind === 'category')
      this.#push(column.valueMark, cell === null ? '?' : String(cell), 1, learning)
    if (column.kind !== 'number') return
    if (cell !== null) {
      const value = numberOf(cell, column.name, line)
      this.#push(
        column.nameMark,
        '',
        this.#columnScaler.scale(place, value, column.scaling, learning),
        learning,
      )
    } else if (column.indicator) this.#push(column.valueMark, '?', 1, learning)
  }

  #features({ features, line }: Item, learning: boolean): void {
    const { scaling } = this.config.features!
    features?.names.forEach((name, k) => {
      const value = numberOf(features.values[k] ?? null, name, line)
      const id =
        scaling === 'none'
          ? 0
          : learning
            ? this.#featureNames.addText(name)
            : this.#featureNames.findText(name)
      // Features without statistics are not scaled.
      const scaled = id < 0 ? value : this.#featureScaler.scale(id, value, scaling, learning)
      this.#push(this.#featureMark, name, scaled, learning)
    })
  }

  #push(mark: Mark, name: string, value: number, learning: boolean): void {
    const scratch = this.#scratch
    const start = scratch.size
    scratch.append(name)
    const hash = hashAfter(mark, scratch.bytes, start, scratch.size)
    const index = this.#index.indexOf(hash, mark, scratch.bytes, start, scratch.size, learning)
    if (index > 0) this.#builder.push(index, value * this.#index.signOf(hash))
  }
}

class TableColumn {
  readonly name: string
  readonly kind: ColumnConfig['kind']
  readonly scaling: NonNullable<ColumnConfig['scaling']>
  readonly indicator: boolean
  readonly nameMark: Mark
  readonly valueMark: Mark
  readonly textMark: Mark

  constructor({ name, kind, scaling = 'standard', indicator = false }: ColumnConfig) {
    this.name = name
    this.kind = kind
    this.scaling = scaling
    this.indicator = indicator
    this.nameMark = new Mark(name)
    this.valueMark = new Mark(`${name}=`)
    this.textMark = new Mark(`${name}:`)
  }
}

const numberOf = (cell: Cell, name: string, line: number): number => {
  const value = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell
  if (typeof value !== 'number' || !(Math.abs(value) <= MAX_VALUE))
    throw dataError('vectorize/number', { name, found: JSON.stringify(cell) }, { line })
  return value
}
