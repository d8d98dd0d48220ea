import type { SentItem } from '../operations/types.js'
import type { ItemRecord, Page } from '../store/records.js'
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

/** The entries and items that are not on a page yet. */
export class Pending {
  #entries: Entry[] = []
  #items: ItemRecord[] = []
  /** The number of the entry of the last item. */
  #itemSeq = 0
  /** Characters of the items that entries refer to. */
  #contents = 0

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  /** Adds an entry; `seq` is its number. */
  note(entry: Entry, seq: number): void {
    this.#entries.push(entry)
    if (ITEM_ENTRIES.has(entry.type)) this.#itemSeq = seq
  }

  /** Adds the item of the last entry, which then refers to it. */
  keep(item: SentItem & { readonly id: string }, as: Kept, time: number): void {
    const content = JSON.stringify(item)
    const place = this.#entries.findLastIndex(({ type }) => ITEM_ENTRIES.has(type))
    const entry = withStoredItem(this.#entries[place] as Entry)
    if (isOfStoredItem(entry)) this.#contents += content.length
    this.#entries[place] = entry
    this.#items.push({
      id: item.id,
      t: as.t,
      seq: this.#itemSeq,
      time,
      predicted: as.predicted === undefined ? '' : storedLabels(as.predicted),
      confidence: as.confidence ?? 0,
      asked: as.asked ?? false,
      content,
    })
  }

  /** Takes everything as a page; `seq` is the number of its last entry. */
  take(seq: number, rest: Pick<Draft, 'time' | 'counts' | 'points'>): Draft {
    const entries = this.#entries
    const items = this.#items
    const contents = this.#contents
    const first = seq - entries.length + 1
    const own = new Set(items.map((item) => item.seq))
    this.#entries = []
    this.#items = []
    this.#contents = 0
    const idsOf = (type: 'erased' | 'chosen'): readonly string[] =>
      entries.flatMap((entry) => (entry.type === type ? [(entry as { readonly id: string }).id] : []))
    return {
      ...rest,
      seq: first,
      count: entries.length,
      events: entries.map((entry) => JSON.stringify(entry)).join('\n'),
      items,
      erased: idsOf('erased'),
      asked: idsOf('chosen'),
      contents,
      itemEvents: entries.flatMap((entry, k) =>
        'id' in entry && !own.has(first + k) ? [{ id: entry.id, seq: first + k }] : [],
      ),
    }
  }
}
