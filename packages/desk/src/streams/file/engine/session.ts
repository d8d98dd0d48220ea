import {
  type ColumnSpec,
  type FoundItem,
  type Item,
  itemTitles,
  type OpenedData,
  openData,
  parsedSpec,
  plainContent,
  requestBatches,
  type SourceFile,
  searchItems,
  shortened,
  sortedLabels,
  sourceFields,
  sourceFile,
  textPlace,
  uniqueIds,
  type VectorizerConfig,
} from '@askance/data'
import type {
  Corrections,
  FileColumn,
  FileFacts,
  KnownLabels,
  OutgoingItem,
  ReadingEvent,
  Understood,
} from './messages.js'

/** Minimum milliseconds between events. */
const PROGRESS_INTERVAL = 100
const SAMPLES = 3
const PREVIEWS = 3

/** One file that is to be labelled. It is read in passes, so that memory does not grow with it. */
export class FileSession {
  #data: OpenedData | undefined
  #opening = 0
  #searching = 0
  #outgoing: AsyncGenerator<readonly OutgoingItem[]> | undefined

  /** Opens a file, counts its items and labels. Returns nothing if another one was opened meanwhile. */
  async open(
    file: File,
    corrections: Corrections,
    onEvent: (event: ReadingEvent) => void,
  ): Promise<FileFacts | undefined> {
    const turn = ++this.#opening
    this.#data = undefined
    let [share, last]: [number | undefined, number] = [undefined, 0]
    const data = await openData(file, {
      as: 'items',
      keepRecords: 'values',
      columns: corrections.columns,
      ...(corrections.noLabel && { labelColumn: false as const }),
      onError: corrections.skip ? 'skip' : 'stop',
      progress: (done, total) => {
        share = total === undefined ? undefined : done / total
      },
    })
    const understood = await understoodFile(file, data)
    const place = textPlace(await data.sample(), data.columns)
    if (turn !== this.#opening) return undefined
    onEvent({ kind: 'understood', understood })
    const labels = new Map<string, number>()
    let items = 0
    for await (const batch of data.items()) {
      if (turn !== this.#opening) return undefined
      items += batch.length
      for (const { label } of batch) {
        if (label !== undefined) labels.set(label, (labels.get(label) ?? 0) + 1)
      }
      if (performance.now() - last < PROGRESS_INTERVAL) continue
      last = performance.now()
      onEvent({ kind: 'reading', items, share })
    }
    this.#data = data
    const named = sortedLabels([...labels.keys()]).map((name) => ({ name, count: labels.get(name) ?? 0 }))
    return {
      ...understood,
      items,
      skipped: data.skipped.count,
      labels: named,
      ...(place !== undefined && { textPlace: place }),
    }
  }

  /** How items become rows, for this number of classes; nothing if they are rows already. */
  async vectorizer(classes: number): Promise<VectorizerConfig | undefined> {
    return (await this.#opened.chooseInput({ classes, algorithm: 'auto' })).config.vectorizer
  }

  /** The columns of the file, so that an export has them; nothing if it has none. */
  sourceFile(): SourceFile | undefined {
    return sourceFile(this.#opened)
  }

  /** The first items that contain all words. */
  async search(words: string, limit: number): Promise<readonly FoundItem[]> {
    const turn = ++this.#searching
    const found: FoundItem[] = []
    for await (const items of searchItems(this.#opened, words)) {
      if (turn !== this.#searching) break
      found.push(...items)
      if (found.length >= limit) break
    }
    return found.slice(0, limit)
  }

  /** Begins to send all items; `next` returns them. */
  sendItems(): void {
    const file = this.sourceFile()
    this.#outgoing = outgoing(this.#opened, ({ id, item }) => ({
      id,
      ...plainContent(item, this.#opened.columns),
      ...(file && { fields: sourceFields(item, file) }),
    }))
  }

  /** Begins to send the items with known labels; `next` returns them. */
  sendExamples({ classes, chosen }: KnownLabels): void {
    const known = new Set(classes)
    this.#outgoing = outgoing(this.#opened, ({ id, item }) => {
      const label = Object.hasOwn(chosen, id) ? chosen[id] : item.label
      if (label === undefined || !known.has(label)) return undefined
      return { id, ...plainContent(item, this.#opened.columns), label }
    })
  }

  /** The next items to send; nothing at the end. */
  async next(): Promise<readonly OutgoingItem[] | undefined> {
    const { value, done } = (await this.#outgoing?.next()) ?? { value: undefined, done: true }
    return done ? undefined : value
  }

  get #opened(): OpenedData {
    if (!this.#data) throw new Error('no file is open')
    return this.#data
  }
}

interface FileItem {
  readonly id: string
  readonly item: Item
}

/** The items of the file that `toOutgoing` returns something for, in batches for one request each. */
const outgoing = (
  data: OpenedData,
  toOutgoing: (item: FileItem) => OutgoingItem | undefined,
): AsyncGenerator<readonly OutgoingItem[]> => {
  const idOf = uniqueIds()
  const all = async function* () {
    for await (const items of data.items())
      for (const item of items) {
        const one = toOutgoing({ id: idOf(item), item })
        if (one) yield one
      }
  }
  return requestBatches(all())
}

const understoodFile = async (file: File, data: OpenedData): Promise<Understood> => {
  const { format, columns, notes = [] } = data.understanding
  const samples = await samplesOf(
    file,
    columns.map(({ name }) => name),
  )
  const sample = await data.sample()
  const preview = sample.slice(0, PREVIEWS).map(itemTitles(data, sample))
  return {
    name: data.name,
    format,
    notes,
    preview,
    columns: columns.map(
      ({ name, spec, why }): FileColumn => ({
        name,
        role: parsedSpec(spec).role,
        ...(why !== undefined && { why }),
        samples: samples.get(name) ?? [],
      }),
    ),
  }
}

/** The first different values of each column as they are written, whatever it is used for. */
const samplesOf = async (
  file: File,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (names.length === 0) return new Map()
  const all = Object.fromEntries(names.map((name) => [name, 'category' as ColumnSpec]))
  const raw = await openData(file, { as: 'items', columns: all, labelColumn: false, onError: 'skip' })
  const sample = await raw.sample()
  const found = raw.columns.map(({ name }, k) => {
    const values = sample.flatMap(({ cells }) => (cells?.[k] == null ? [] : [shortened(String(cells[k]))]))
    return [name, [...new Set(values)].slice(0, SAMPLES)] as const
  })
  await raw.close()
  return new Map(found)
}
