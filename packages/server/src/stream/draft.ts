import type { SentItem } from '../operations/types.js'
import type { ItemRecord, Page } from '../store/records.js'
import type { StreamClassifier } from './classifier.js'
import type { Entry } from './entries.js'
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

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  /** Adds an entry; `seq` is its number. */
  note(entry: Entry, seq: number): void {
    this.#entries.push(entry)
    if (ITEM_ENTRIES.has(entry.type)) this.#itemSeq = seq
  }

  /** Adds the item of the last entry. */
  keep(item: SentItem & { readonly id: string }, as: Kept, time: number): void {
    this.#items.push({
      id: item.id,
      t: as.t,
      seq: this.#itemSeq,
      time,
      predicted: as.predicted === undefined ? '' : storedLabels(as.predicted),
      confidence: as.confidence ?? 0,
      asked: as.asked ?? false,
      content: JSON.stringify(item),
    })
  }

  /** Takes everything as a page; `seq` is the number of its last entry. */
  take(seq: number, rest: Pick<Draft, 'time' | 'counts' | 'points'>): Draft {
    const entries = this.#entries
    const items = this.#items
    this.#entries = []
    this.#items = []
    const idsOf = (type: 'erased' | 'chosen'): readonly string[] =>
      entries.flatMap((entry) => (entry.type === type ? [(entry as { readonly id: string }).id] : []))
    return {
      ...rest,
      seq: seq - entries.length + 1,
      count: entries.length,
      events: entries.map((entry) => JSON.stringify(entry)).join('\n'),
      items,
      erased: idsOf('erased'),
      asked: idsOf('chosen'),
    }
  }
}
