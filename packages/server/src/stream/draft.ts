import type { SentItem } from '../operations/types.js'
import { ItemPacker } from '../store/item-packs.js'
import type { ItemColumns, ItemRecord, Page } from '../store/records.js'
import type { StreamClassifier } from './classifier.js'
import { type Entry, isOfStoredItem, withStoredItem } from './entries.js'
import { storedLabels } from './label-values.js'

/** A page before the service adds the stream, receipt and deliveries. */
export type Draft = Omit<Page, 'stream' | 'receipt' | 'deliveries'>

/** What is stored with an item; `t` is 0 for an example. */
export type Kept = { readonly t: number } & Partial<
  Pick<ReturnType<StreamClassifier['observe']>, 'predicted' | 'confidence' | 'asked'>
>

/** Entries with the content of an item. */
const ITEM_ENTRIES: ReadonlySet<string> = new Set(['observed', 'taught', 'added'])

/** An item under its id, with its content as JSON if that is known. */
export interface KeptItem {
  readonly id: string
  readonly item: SentItem
  readonly content?: string
  /** The service has created the id. */
  readonly isCreated?: boolean
}

type Columns = { -readonly [Name in keyof ItemColumns]: ItemColumns[Name][number][] }

const noItems = (): Columns => ({
  id: [],
  t: [],
  seq: [],
  time: [],
  predicted: [],
  confidence: [],
  asked: [],
  content: [],
})

const addTo = (columns: Columns, record: ItemRecord): void => {
  columns.id.push(record.id)
  columns.t.push(record.t)
  columns.seq.push(record.seq)
  columns.time.push(record.time)
  columns.predicted.push(record.predicted)
  columns.confidence.push(record.confidence)
  columns.asked.push(record.asked)
  columns.content.push(record.content)
}

/** The entries and items that are not on a page yet. */
export class Pending {
  /** The entry of an item is its line already. */
  #entries: (Entry | string)[] = []
  #items = noItems()
  readonly #packer = new ItemPacker()
  /** The place of the entry of the last item, and its number. */
  #place = -1
  #itemSeq = 0
  /** Characters of the items that entries refer to. */
  #contents = 0

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  /** Adds an entry; `seq` is its number. */
  note(entry: Entry, seq: number): void {
    this.#entries.push(entry)
    if (!ITEM_ENTRIES.has(entry.type)) return
    this.#place = this.#entries.length - 1
    this.#itemSeq = seq
  }

  /** Adds the item of the last entry, which then refers to it; returns the line of that entry. */
  keep(kept: KeptItem, as: Kept, time: number): string {
    const { id, item, content = JSON.stringify(item), isCreated } = kept
    const entry = withStoredItem(this.#entries[this.#place] as Entry)
    const line = JSON.stringify(entry)
    if (isOfStoredItem(entry)) this.#contents += content.length
    this.#entries[this.#place] = line
    const record: ItemRecord = {
      id,
      t: as.t,
      seq: this.#itemSeq,
      time,
      predicted: as.predicted === undefined ? '' : storedLabels(as.predicted),
      confidence: as.confidence ?? 0,
      asked: as.asked ?? false,
      content,
    }
    // An item that was asked about, or that can be, is a row of its own.
    if (isCreated && as.asked === false) this.#packer.add(record)
    else addTo(this.#items, record)
    return line
  }

  /** Takes everything as a page; `seq` is the number of its last entry. */
  take(seq: number, rest: Pick<Draft, 'time' | 'counts' | 'points'>): Draft {
    const entries = this.#entries
    const [items, contents] = [this.#items, this.#contents]
    const first = seq - entries.length + 1
    this.#entries = []
    this.#items = noItems()
    this.#contents = 0
    // The number of the first event of an item is stored with the item.
    const others = entries.flatMap((entry, k) =>
      typeof entry === 'string' ? [] : [{ entry, seq: first + k }],
    )
    const idsOf = (type: 'erased' | 'chosen'): readonly string[] =>
      others.flatMap(({ entry }) => (entry.type === type ? [(entry as { readonly id: string }).id] : []))
    return {
      ...rest,
      seq: first,
      count: entries.length,
      events: entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))).join('\n'),
      items,
      packs: this.#packer.take(),
      erased: idsOf('erased'),
      asked: idsOf('chosen'),
      contents,
      itemEvents: others.flatMap(({ entry, seq }) => ('id' in entry ? [{ id: entry.id, seq }] : [])),
      isQuiet: others.length === 0 && !items.asked.includes(true),
    }
  }
}
