import { algorithms, type RowTable } from '@askance/core'
import type { Progress } from '../bytes/bytes.js'
import { dataError } from '../errors.js'
import type { Understanding } from '../formats/columns/understanding.js'
import type { ItemOptions } from '../formats/options.js'
import { ItemInput, type StoredReader } from '../input/item-input.js'
import type { Column, Item, ItemSource, Layout } from '../item.js'
import { LabelNames } from '../labels.js'
import type { LibsvmBatch } from '../libsvm/batch.js'
import { type LoadedTable, loadBatches } from '../libsvm/load.js'
import { readLibsvm } from '../libsvm/read.js'
import { scanFirstLabels, scanLabels } from '../libsvm/scan.js'
import type { VectorizerConfig } from '../vectorize/config.js'
import { defaultVectorizer, type Sampled } from '../vectorize/defaults.js'
import type { WordVectorsConfig } from '../word-vectors/word-vectors.js'
import { type Begun, begin, SAMPLE } from './begin.js'
import { loadedRows, madeRows, type RowsOptions } from './make-rows.js'
import { parsedRows, type RowSource, renumbered, tableRows, windowOf, withKnownLabels } from './rows.js'
import { errorIn, type Skipped } from './skipped.js'

/** Items that are read for the first labels. */
const FIRST = 10_000

/** The progress of a pass; created before the data is opened. */
export class Reading {
  /** The share read, from 0 to 1; undefined if unknown. */
  done: number | undefined
  onProgress: Progress | undefined

  readonly update: Progress = (read, total) => {
    this.done = total === undefined ? undefined : read / total
    this.onProgress?.(read, total)
  }
}

interface OpenedFrom {
  readonly name: string
  readonly options: ItemOptions
  /** The word vectors that give items their vectors. */
  readonly wordVectors: WordVectorsConfig | undefined
  readonly skipped: Skipped
  readonly reading: Reading
  /** Whether LIBSVM is parsed directly into rows. */
  readonly straight: boolean
  /** Whether rows are delivered as soon as they arrive, as from a pipe. */
  readonly live: boolean
}

/**
 * Opened data of any format: as items, as batches of rows, or loaded as a table. LIBSVM is parsed directly into
 * rows; for all other formats an `ItemInput` makes the rows.
 */
export class OpenedData {
  readonly #source: ItemSource
  readonly #from: OpenedFrom
  #begun: Begun | undefined
  #table: LoadedTable | undefined

  constructor(source: ItemSource, from: OpenedFrom) {
    this.#source = source
    this.#from = from
  }

  /** The name used in errors. */
  get name(): string {
    return this.#from.name
  }

  get format(): string {
    return this.#source.format
  }

  get columns(): readonly Column[] {
    return this.#source.columns
  }

  /** How the file was understood: what every column is used for, and why. */
  get understanding(): Understanding {
    return this.#source.understanding ?? { format: this.format, columns: [] }
  }

  /** How the file is laid out, if its records can be written back. */
  get layout(): Layout | undefined {
    return this.#source.layout
  }

  /** The options it was opened with. */
  get options(): ItemOptions {
    return this.#from.options
  }

  get skipped(): Skipped {
    return this.#from.skipped
  }

  get skips(): boolean {
    return this.options.onError === 'skip'
  }

  /** Whether it is LIBSVM parsed directly into rows, without items. */
  get isStraight(): boolean {
    return this.#from.straight && this.#source.bytes !== undefined
  }

  /** The share read, from 0 to 1; undefined if unknown. */
  get done(): number | undefined {
    return this.#from.reading.done
  }

  set onProgress(progress: Progress | undefined) {
    this.#from.reading.onProgress = progress
  }

  /** The first items. The pass continues after them, because a pipe can be read only once. */
  async sample(): Promise<readonly Item[]> {
    this.#begun ??= await begin(this.#source.batches()[Symbol.asyncIterator]()).catch(this.#failed)
    return this.#begun.batches.flat().slice(0, SAMPLE)
  }

  /** The items in batches. */
  async *items(): AsyncGenerator<readonly Item[], void, undefined> {
    const begun = this.#begun
    this.#begun = undefined
    try {
      if (begun) yield* begun.batches
      if (begun?.error !== undefined) throw begun.error
      yield* begun ? { [Symbol.asyncIterator]: () => begun.rest } : this.#source.batches()
    } catch (cause) {
      this.#failed(cause)
    }
  }

  /** Ends the current pass; another may follow if the data can be read again. */
  async rewind(): Promise<void> {
    const begun = this.#begun
    this.#begun = undefined
    await begun?.rest.return?.()
  }

  async close(): Promise<void> {
    await this.rewind()
    await this.#source.close?.()
  }

  /** The labels of the data in order of appearance. With `load`, the rows are loaded in the same pass if possible. */
  async labels(load = false): Promise<readonly string[]> {
    const names = new LabelNames()
    if (!this.isStraight) await this.#addLabels(names, Number.POSITIVE_INFINITY)
    else if (load) this.#table = await this.#parsedTable(names)
    else await scanLabels(this.#source.bytes!(), { source: this.name, names })
    return names.names
  }

  /** The labels of the first items in order of appearance, and whether these are all items. */
  async firstLabels(): Promise<{ readonly labels: readonly string[]; readonly isAll: boolean }> {
    const names = new LabelNames()
    const isAll = this.isStraight
      ? await scanFirstLabels(this.#source.bytes!(), {
          source: this.name,
          names,
          base: this.options.base ?? 'auto',
        })
      : await this.#addLabels(names, FIRST)
    return { labels: names.names, isAll }
  }

  /** Adds the labels of about the first `most` items to the names; returns whether these are all items. */
  async #addLabels(names: LabelNames, most: number): Promise<boolean> {
    let count = 0
    for await (const batch of this.items()) {
      for (const { label, labels = label === undefined ? [] : [label], line } of batch)
        for (const one of labels) names.add(one, { source: this.name, line })
      count += batch.length
      if (count >= most) return false
    }
    return true
  }

  /**
   * Chooses the vectorizer by the first items, the number of classes and the algorithm; `adjust`
   * may change it. Items that already are rows stay unchanged.
   */
  async chooseInput(
    { algorithm, ...known }: Pick<Sampled, 'classes'> & { readonly algorithm?: string } = {},
    adjust: (config: VectorizerConfig) => VectorizerConfig = (config) => config,
  ): Promise<ItemInput> {
    if (this.isStraight) return new ItemInput()
    const sample = await this.sample()
    const config = defaultVectorizer({
      columns: this.columns,
      sample,
      ...known,
      isSelfTuning: algorithm !== undefined && algorithms.find(algorithm).paced === true,
    })
    const { wordVectors } = this.#from
    if (wordVectors && !config?.text) throw dataError('vectors/text', {}, { source: this.name })
    return new ItemInput(
      config && {
        vectorizer: adjust(config),
        reader: storedReader(this.options, this.understanding),
        ...(wordVectors && { wordVectors }),
      },
    )
  }

  /** The rows in batches, in constant memory. */
  rows(input: ItemInput, options: RowsOptions): RowSource {
    if (!this.isStraight) return madeRows(this, input, options)
    const names = (): LabelNames => new LabelNames(options.names.names)
    return chosen(
      parsedRows(
        this.name,
        () => this.#parsed(names()),
        () => this.done,
      ),
      options,
    )
  }

  /** All rows in memory, in the order of the data. */
  async table(input: ItemInput, options: RowsOptions): Promise<LoadedTable> {
    if (!this.isStraight) return loadedRows(madeRows(this, input, options), options.names)
    this.#table ??= await this.#parsedTable(new LabelNames())
    return renumbered(this.#table, options.names.names)
  }

  /**
   * The loaded rows in the given order or their own; a window applies to that order. `prepare` changes the whole table: the
   * window of it, if the rows keep their own order.
   */
  async load(
    input: ItemInput,
    options: RowsOptions,
    order?: (size: number) => Int32Array,
    prepare?: (rows: RowTable) => RowTable,
  ): Promise<RowSource> {
    const { skip: _, limit: __, ...all } = options
    const table = await this.table(input, order ? all : options)
    const isCut = !this.isStraight && !order
    if (prepare && !isCut && !order) {
      const inside = await loadedRows(chosen(tableRows(table, this.name), options), table.names)
      return tableRows({ ...inside, rows: prepare(inside.rows), base: table.base }, this.name)
    }
    const rows = prepare?.(table.rows) ?? table.rows
    const source = tableRows({ ...table, rows }, this.name, order?.(rows.length))
    return isCut ? source : chosen(source, options)
  }

  #parsed(names: LabelNames): AsyncIterable<LibsvmBatch> {
    const { base = 'auto' } = this.options
    return readLibsvm(this.#source.bytes!(), { source: this.name, base, names, live: this.#from.live })
  }

  #parsedTable(names: LabelNames): Promise<LoadedTable> {
    return loadBatches(this.#parsed(names), { source: this.name, names, share: () => this.done })
  }

  readonly #failed = (cause: unknown): never => {
    throw errorIn(cause, this.name)
  }
}

const chosen = (source: RowSource, options: RowsOptions): RowSource => {
  const inside = windowOf(source, options)
  const isChecked = options.labels === 'known' && !options.sets
  return isChecked ? withKnownLabels(inside, options.names.names) : inside
}

/** The options stored in a model, so that other data is read the same way. */
const storedReader = (options: ItemOptions, { columns }: Understanding): StoredReader => {
  const { labelColumn, idColumn, textColumns, header, delimiter, labelsSeparator } = options
  const knownColumns =
    columns.length > 0 ? Object.fromEntries(columns.map(({ name, spec }) => [name, spec])) : undefined
  return Object.fromEntries(
    Object.entries({
      labelColumn,
      idColumn,
      textColumns,
      header,
      delimiter,
      labelsSeparator,
      knownColumns,
    }).filter(([, value]) => value !== undefined),
  )
}
