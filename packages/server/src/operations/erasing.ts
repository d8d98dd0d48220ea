import type { Added, Chosen, Observed } from '@askance/core'
import type { Taught } from '@askance/core/internals'
import { serverError } from '../errors.js'
import type { LogPage, Page } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { Entry } from '../stream/entries.js'
import { withoutContent } from '../stream/multi-label-events.js'
import { itemPages } from './item-pages.js'

/**
 * The log pages of an item without its row and text, if they have them; the decision stays. The stream is then reloaded from the
 * log, as if it had never seen the content.
 */
export const redactedPages = async (
  store: Store,
  stream: string,
  id: string,
): Promise<NonNullable<Page['redacted']>> => {
  const [item] = await store.findItems(stream, [id])
  if (!item) throw serverError('item/unknown', { stream, id })
  const found: RedactedPage[] = []
  for await (const page of itemPages(store, stream, item)) {
    const changed = redacted(page, id)
    if (changed) found.push(changed)
  }
  return found
}

/** Whether the entry has the content of an item, or scores computed from it. */
type ItemEntry = Extract<Entry, { type: 'observed' | 'taught' | 'added' | 'chosen' }>

const isItemEntry = (entry: Entry): entry is ItemEntry =>
  ['observed', 'taught', 'added', 'chosen'].includes(entry.type)

type RedactedPage = NonNullable<Page['redacted']>[number]

/** The page without the content of the item; undefined if it has none. */
const redacted = ({ seq, events }: LogPage, id: string): RedactedPage | undefined => {
  const quoted = JSON.stringify(id)
  let isChanged = false
  const lines = events.split('\n').map((line) => {
    const entry = line.includes(quoted) ? (JSON.parse(line) as Entry) : undefined
    if (!entry || !isItemEntry(entry) || entry.id !== id) return line
    const { item, ...bare } = entry as ItemEntry & { readonly item?: true }
    const shorter = JSON.stringify({ ...redactedEntry(bare as ItemEntry), ...(item && { item }) })
    if (shorter !== line) isChanged = true
    return shorter
  })
  return isChanged ? { seq, events: lines.join('\n') } : undefined
}

const redactedEntry = (entry: ItemEntry): object => {
  if ('parts' in entry) return withoutContent(entry)
  if (entry.type === 'added') return withoutItem(entry)
  if (entry.type === 'chosen') return withoutOpinion(entry)
  return entry.type === 'observed' ? withoutTrace(entry as Observed) : withoutRow(entry as Taught)
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

const withoutRow = ({ row: _, input: __, ...event }: Taught): Taught => event
