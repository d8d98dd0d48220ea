import type { Added, Chosen, Observed } from '@askance/core'
import type { Taught } from '@askance/core/internals'
import { serverError } from '../errors.js'
import type { LogPage, Page } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { Entry } from '../stream/entries.js'
import { withoutContent } from '../stream/multi-label-events.js'

/**
 * The log pages of an item without its row and text; the decision stays. The stream is then reloaded from the log, as if it
 * had never seen the content.
 */
export const redactedPages = async (
  store: Store,
  stream: string,
  id: string,
): Promise<NonNullable<Page['redacted']>> => {
  const [item] = await store.findItems(stream, [id])
  const page = item && (await store.readPage(stream, item.seq))
  if (!page) throw serverError('item/unknown', { stream, id })
  const own = redacted(page, id)
  // An item that was not asked may have been labelled later, which stored its row again; one of a pool is asked later.
  const later = item.asked && item.predicted !== '' ? [] : await laterPages(store, stream, id, page)
  return own ? [own, ...later] : later
}

/** Characters of the log that are read at a time. */
const PIECE = 2 ** 20

const laterPages = async (store: Store, stream: string, id: string, { seq, count }: LogPage) => {
  const found: RedactedPage[] = []
  for (let after = seq + count - 1; ; ) {
    const pages = await store.readLog(stream, after, PIECE)
    const last = pages.at(-1)
    if (!last) return found
    for (const page of pages) {
      const changed = redacted(page, id)
      if (changed) found.push(changed)
    }
    after = last.seq + last.count - 1
  }
}

/** Whether the entry has the content of an item, or scores computed from it. */
const isItemEntry = (
  entry: Entry,
): entry is Extract<Entry, { type: 'observed' | 'taught' | 'added' | 'chosen' }> =>
  ['observed', 'taught', 'added', 'chosen'].includes(entry.type)

type RedactedPage = NonNullable<Page['redacted']>[number]

/** The page without the content of the item; undefined if it has none. */
const redacted = ({ seq, events }: LogPage, id: string): RedactedPage | undefined => {
  const quoted = JSON.stringify(id)
  let isChanged = false
  const lines = events.split('\n').map((line) => {
    const entry = line.includes(quoted) ? (JSON.parse(line) as Entry) : undefined
    if (!entry || !isItemEntry(entry) || entry.id !== id) return line
    isChanged = true
    if ('parts' in entry) return JSON.stringify(withoutContent(entry))
    if (entry.type === 'added') return JSON.stringify(withoutItem(entry))
    if (entry.type === 'chosen') return JSON.stringify(withoutOpinion(entry))
    return JSON.stringify(
      entry.type === 'observed' ? withoutTrace(entry as Observed) : withoutRow(entry as Taught),
    )
  })
  return isChanged ? { seq, events: lines.join('\n') } : undefined
}

const withoutTrace = ({ trace, ...event }: Observed): Observed => {
  const { row: _, input: __, opinion: ___, ...rest } = trace
  return { ...event, trace: rest }
}

/** An item of a pool without its row is never asked about. */
const withoutItem = ({ row: _, input: __, ...event }: Added): Added => event

const withoutOpinion = ({ trace: { opinion: _, ...trace }, ...event }: Chosen): Chosen => ({
  ...event,
  trace,
})

const withoutRow = ({ input: _, ...event }: Taught): Taught => ({ ...event, row: { index: [], value: [] } })
