import { FeatureInput, type Input, Row, registerInput, type State, sparseRow } from '@askance/core'
import { emptyRow, numberIn, VectorPart } from '@askance/core/internals'
import { dataError } from '../errors.js'
import type { ItemOptions } from '../formats/options.js'
import type { Cell, Column, Item, NamedFeatures } from '../item.js'
import type { IndexConfig, TextConfig, VectorizerConfig } from '../vectorize/config.js'
import { defaultTexts } from '../vectorize/defaults.js'
import { Vectorizer } from '../vectorize/vectorizer.js'
import type { WordVectorsConfig } from '../word-vectors/word-vectors.js'

/** Values by name: a number, true (1) or false (0), a category as a string, or null if missing. */
export type FeatureValues = Readonly<Record<string, number | boolean | string | null>>

/** Input for a row: a text, or an item with text, features, a row, a vector or table cells. */
export type InputItem = string | ItemContent

export interface ItemContent {
  readonly text?: string
  readonly features?: NamedFeatures | FeatureValues
  readonly row?: Row | { readonly index: readonly number[]; readonly value: readonly number[] }
  /** An embedding. */
  readonly vector?: ArrayLike<number>
  /** One value for each column. */
  readonly cells?: readonly Cell[]
  readonly meta?: Readonly<Record<string, unknown>>
  /** The line of the item in its file, for error messages. */
  readonly line?: number
}

/** The reading options stored in a model, so that other data is read the same way. */
export type StoredReader = Pick<
  ItemOptions,
  'labelColumn' | 'idColumn' | 'textColumns' | 'header' | 'delimiter' | 'labelsSeparator' | 'knownColumns'
>

/** The configuration of an `ItemInput` as plain JSON; stored in the model file. */
export interface ItemInputConfig {
  /** How items become rows. Without it, items must contain rows. */
  readonly vectorizer?: VectorizerConfig
  /** How the training data was read. */
  readonly reader?: StoredReader
  /** The word vectors from which the vectors of items were made. */
  readonly wordVectors?: WordVectorsConfig
}

/**
 * Turns items into rows: texts, table cells, named features or rows. While learning, the vectorizer learns names,
 * document frequencies and scales from items without labels; the log event of such an item contains the item, so that a
 * replay learns the same.
 *
 * @example
 * const input = new ItemInput({
 *   vectorizer: { features: { scaling: 'none' }, index: { kind: 'dictionary', most: 1000 } },
 * })
 * const row = input.row({ features: { size: 5, colour: 'red' } }, true)
 * row.value.slice(row.start, row.end) // => new Float64Array([5, 1])
 * input.nameOf(2) // => 'colour=red'
 * input.rows // => 'features'
 */
export class ItemInput implements Input<InputItem> {
  readonly kind = 'items'
  readonly config: ItemInputConfig
  readonly #learns: boolean
  #vectorizer: Vectorizer | undefined
  /** The index of each vectorizer column in the items; undefined if the order is the same. */
  #places: readonly number[] | undefined
  /** Numbers named features if there is no vectorizer. */
  readonly #named = new FeatureInput()
  readonly #vector = new VectorPart()
  #last: InputItem | undefined

  constructor(config: ItemInputConfig = {}) {
    this.config = config
    this.#vectorizer = config.vectorizer && new Vectorizer(config.vectorizer)
    this.#learns = config.vectorizer !== undefined && learns(config.vectorizer)
  }

  get vectorizer(): Vectorizer | undefined {
    return this.#vectorizer
  }

  /** The content of the rows. `text` means text alone, which the model's preparation normalizes. */
  get rows(): 'text' | 'table' | 'features' | 'rows' {
    const { vectorizer } = this.config
    if (!vectorizer) return 'rows'
    if (vectorizer.text?.normalize === 'none') return 'text'
    return vectorizer.features && !vectorizer.columns?.length && !vectorizer.text ? 'features' : 'table'
  }

  /** The columns of the training data that other data does not have; weekday and hour of a date are not named. */
  missing(columns: readonly Column[]): string[] {
    const names = new Set(columns.map(({ name }) => name))
    const trained = (this.config.vectorizer?.columns ?? []).map(({ name }) => name)
    const isPart = (name: string): boolean =>
      / (?:weekday|hour)$/.test(name) && trained.includes(name.replace(/ \w+$/, ''))
    return trained.filter((name) => !names.has(name) && !isPart(name))
  }

  /** Sets the columns of the following items: other data may have another order, or lack some. */
  align(columns: readonly Column[]): void {
    const wanted = this.config.vectorizer?.columns ?? []
    const placeOf = new Map(columns.map(({ name }, k) => [name, k] as const).reverse())
    const places = wanted.map(({ name }) => placeOf.get(name) ?? -1)
    const agrees = wanted.length === columns.length && places.every((place, k) => place === k)
    this.#places = agrees ? undefined : places
  }

  row(item: InputItem, learning: boolean): Row {
    const { vector, line } = typeof item === 'string' ? {} : item
    const unit = this.#vector.check(vector, line === undefined ? undefined : { line })
    return this.#vector.join(this.#features(item, learning), unit, learning)
  }

  #features(item: InputItem, learning: boolean): Row {
    if (!this.#vectorizer) return this.#readyRow(item, learning)
    const aligned = this.#aligned(item)
    const row = this.#vectorizer.vectorize(aligned, learning)
    if (learning) this.#last = typeof item === 'string' ? item : aligned
    return row
  }

  /** The row of an item, or of its named features; empty if the item has no content. */
  #readyRow(item: InputItem, learning: boolean): Row {
    const { row, text, features, cells, line = 1 } = typeof item === 'string' ? { text: item } : item
    const found = text !== undefined ? 'text' : cells ? 'columns' : undefined
    if (found !== undefined) throw dataError('data/rows', { found }, { line })
    if (row || !features) return this.#named.row({ row: row ? rowOf(row) : EMPTY }, learning)
    const { names, values } = isNamed(features) ? features : namedFeatures(features)
    return this.#named.row(
      { features: Object.fromEntries(names.map((name, k) => [name, values[k]!])) },
      learning,
    )
  }

  /** The item with its cells in the order of the vectorizer's columns; named features may fill them too. */
  #aligned(item: InputItem): Item {
    const { columns = [], features: named } = this.config.vectorizer ?? {}
    if (typeof item === 'object' && columns.length > 0 && item.features && !item.cells) {
      const { features, ...rest } = item
      if (!isNamed(features)) {
        const isColumn = (name: string): boolean => columns.some((column) => column.name === name)
        const others = Object.fromEntries(Object.entries(features).filter(([name]) => !isColumn(name)))
        const cells = columns.map(({ name, kind }) => cellOf(features[name] ?? null, kind))
        return wholeItem({ ...rest, cells, ...(named && { features: others }) })
      }
    }
    const whole = wholeItem(item)
    const { cells } = whole
    const places = this.#places
    return places && cells ? { ...whole, cells: places.map((place): Cell => cells[place] ?? null) } : whole
  }

  get vectorLength(): number {
    return this.#vector.dimension
  }

  /** What was learned from the last item, and the dimension of the first vector. */
  learned(): unknown {
    const content = this.#learnedContent()
    const { learned: dimension } = this.#vector
    return dimension === undefined ? content : { ...(content !== undefined && { content }), dimension }
  }

  /** The last item, reduced to what the features need. */
  #learnedContent(): unknown {
    if (!this.#vectorizer) return this.#named.learned()
    const last = this.#learns ? this.#last : undefined
    if (last === undefined || typeof last === 'string') return last
    const { text, features, cells, meta } = last
    return {
      ...(text !== undefined && { text }),
      ...(features && { features }),
      ...(cells && { cells }),
      ...(meta && { meta }),
    }
  }

  relearn(learned: unknown): void {
    const { dimension, content } = isFirstVector(learned) ? learned : { content: learned }
    if (dimension !== undefined) this.#vector.dimension = dimension
    if (content !== undefined) this.#relearnContent(content)
  }

  #relearnContent(item: unknown): void {
    if (this.#vectorizer) this.#vectorizer.vectorize(wholeItem(item as InputItem), true)
    else this.#named.relearn(item)
  }

  nameOf(index: number): string | undefined {
    return this.#vectorizer ? this.#vectorizer.nameOf(index) : (this.#named.nameOf(index) ?? String(index))
  }

  signOf(index: number): number {
    return this.#vectorizer?.signOf(index) ?? 1
  }

  save(): State {
    const { dimension } = this.#vector
    return { ...(this.#vectorizer ?? this.#named).save(), ...(dimension > 0 && { dimension }) }
  }

  load(state: State): void {
    const { vectorizer } = this.config
    this.#vector.dimension = 'dimension' in state ? numberIn(state, 'dimension') : 0
    if (!vectorizer) {
      if ('names' in state) this.#named.load(state)
      return
    }
    this.#vectorizer = new Vectorizer(vectorizer)
    this.#vectorizer.load(state)
  }
}

export interface TextInputOptions extends Partial<TextConfig> {
  /** How features are numbered; hashed by default. */
  readonly index?: IndexConfig
}

/**
 * An input for texts: items are `{ text }` or plain strings.
 *
 * @example
 * const mails = new Classifier({ classes: ['ham', 'spam'], input: textInput() })
 * mails.teach({ text: 'free offer, only today' }, 'spam')
 * mails.teach({ text: 'the minutes of the meeting' }, 'ham')
 * mails.predict({ text: 'an offer for free' }) // => 'spam'
 */
export const textInput = ({ index = defaultTexts.index, ...text }: TextInputOptions = {}): ItemInput =>
  new ItemInput({ vectorizer: { text: { ...defaultTexts.text, ...text }, index } })

/** Whether the vectorizer learns anything from items without labels. */
const learns = ({ text, columns = [], features, index }: VectorizerConfig): boolean =>
  index.kind === 'dictionary' ||
  index.names > 0 ||
  text?.weight === 'tfidf' ||
  columns.some(({ kind, scaling = 'standard' }) => kind === 'number' && scaling !== 'none') ||
  (features !== undefined && features.scaling !== 'none')

/** Whether an item brought the first vector. */
const isFirstVector = (
  learned: unknown,
): learned is { readonly dimension: number; readonly content?: unknown } =>
  typeof learned === 'object' && learned !== null && 'dimension' in learned

const isNamed = (features: NonNullable<ItemContent['features']>): features is NamedFeatures =>
  Array.isArray(features.names)

const isWhole = ({ line, features, row }: ItemContent): boolean =>
  line !== undefined && (!features || isNamed(features)) && (!row || row instanceof Row)

/**
 * The item as file readers produce it: numbers by name, and each category as a separate binary
 * feature.
 */
export const wholeItem = (item: InputItem): Item => {
  if (typeof item === 'string') return { text: item, line: 1 }
  if (isWhole(item)) return item as Item
  const { text, features, row, vector, cells, meta, line = 1 } = item
  return {
    line,
    ...(text !== undefined && { text }),
    ...(features && { features: isNamed(features) ? features : namedFeatures(features) }),
    ...(row && { row: rowOf(row) }),
    ...(vector && { vector }),
    ...(cells && { cells }),
    ...(meta && { meta }),
  }
}

const cellOf = (value: FeatureValues[string], kind: Column['kind']): Cell => {
  if (typeof value !== 'boolean') return value
  return kind === 'number' ? Number(value) : String(value)
}

const namedFeatures = (features: FeatureValues): NamedFeatures => {
  const names: string[] = []
  const values: number[] = []
  for (const [name, value] of Object.entries(features)) {
    if (value === null) continue
    names.push(typeof value === 'string' ? `${name}=${value}` : name)
    values.push(typeof value === 'string' ? 1 : Number(value))
  }
  return { names, values }
}

const rowOf = (row: NonNullable<ItemContent['row']>): Row => {
  if (row instanceof Row) return row
  const made = sparseRow(row.index, row.value)
  // JSON, and so the log, has no −0; adding 0 makes live and replayed rows equal.
  for (let k = 0; k < made.end; k++) made.value[k]! += 0
  return made
}

const EMPTY = emptyRow()

registerInput('items', (config: ItemInputConfig) => new ItemInput(config))
