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
/** Maximum number of values of a column whose features are remembered. */
const MAX_KNOWN_VALUES = 4096

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
    const columns = this.#columns
    for (let k = 0; k < columns.length; k++) {
      const cell = item.cells?.[k] ?? null
      if (columns[k]!.kind === 'text' && cell !== null) this.#text?.add(String(cell), columns[k]!.textMark)
    }
    this.#text?.finish(builder, learning)
    const words = builder.size
    for (let k = 0; k < columns.length; k++) this.#cell(columns[k]!, k, item, learning)
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
    for (let k = 0; cells && k < this.#columns.length; k++) {
      const { kind, name } = this.#columns[k]!
      if (kind === 'number' && (cells[k] ?? null) !== null) numberOf(cells[k]!, name, line)
    }
    if (this.config.features)
      features?.names.forEach((name, k) => {
        numberOf(features.values[k] ?? null, name, line)
      })
  }

  #cell(column: TableColumn, place: number, { cells, line }: Item, learning: boolean): void {
    const cell = cells?.[place] ?? null
    if (column.kind === 'category') this.#pushValue(column, cell === null ? '?' : String(cell), learning)
    if (column.kind !== 'number') return
    if (cell !== null) {
      const value = numberOf(cell, column.name, line)
      const scaled = this.#columnScaler.scale(place, value, column.scaling, learning)
      const feature = column.feature || this.#featureOf(column.nameMark, '', learning)
      if (learning) column.feature = feature
      this.#pushFeature(feature, scaled)
    } else if (column.indicator) this.#pushValue(column, '?', learning)
  }

  /** The feature of a column's value, which is looked up once: a learned feature keeps its index. */
  #pushValue({ valueMark, values }: TableColumn, value: string, learning: boolean): void {
    let feature = values.get(value)
    if (feature === undefined) {
      feature = this.#featureOf(valueMark, value, learning)
      if (learning && feature !== 0 && values.size < MAX_KNOWN_VALUES) values.set(value, feature)
    }
    this.#pushFeature(feature, 1)
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
      this.#pushFeature(this.#featureOf(this.#featureMark, name, learning), scaled)
    })
  }

  /** The index of a feature, negative if its values are; 0 if it has none. */
  #featureOf(mark: Mark, name: string, learning: boolean): number {
    const scratch = this.#scratch
    const start = scratch.size
    scratch.append(name)
    const hash = hashAfter(mark, scratch.bytes, start, scratch.size)
    return (
      this.#index.indexOf(hash, mark, scratch.bytes, start, scratch.size, learning) * this.#index.signOf(hash)
    )
  }

  #pushFeature(feature: number, value: number): void {
    if (feature > 0) this.#builder.push(feature, value)
    else if (feature < 0) this.#builder.push(-feature, -value)
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
  /** The learned feature of a number, and those of the values; 0 if it is not known yet. */
  feature = 0
  readonly values = new Map<string, number>()

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
