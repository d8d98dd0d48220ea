import type { Observed } from '@askance/core'
import type { Added, Chosen, Taught } from '@askance/core/internals'
import type { ItemRecord, LogPage, Redaction } from '../store/records.js'
import type { Store } from '../store/store.js'
import { type CheckDrawn, type Entry, isOfStoredItem } from '../stream/entries.js'
import { withoutContent } from '../stream/multi-label-events.js'
import { itemPages } from './item-pages.js'

type RedactedPage = Redaction['pages'][number]
type ItemEntry = Extract<Entry, { type: 'observed' | 'taught' | 'added' | 'chosen' | 'check-drawn' }>

/** Whether the entry has the content of an item, refers to it, or has scores computed from it. */
const isItemEntry = (entry: Entry): entry is ItemEntry =>
  ['observed', 'taught', 'added', 'chosen', 'check-drawn'].includes(entry.type)

/**
 * What erasing items changes in the log: their pages without rows, words and scores; decisions stay. `from` is the first event
 * whose content the state depends on. It is missing if the state is the same without the items: nothing was learned from them.
 * `onEntry` is called with every entry about them, in order.
 */
export const redactionOf = async (
  store: Store,
  stream: string,
  items: readonly ItemRecord[],
  onEntry: (entry: Entry & { readonly id: string }) => void,
): Promise<Redaction> => {
  const ids = new Set(items.map(({ id }) => id))
  const pages: RedactedPage[] = []
  let from: number | undefined
  for await (const page of itemPages(store, stream, items)) {
    const { redacted, first } = redactPage(page, ids, onEntry)
    if (redacted) pages.push(redacted)
    from ??= first
  }
  const packs = await store.packsWithout(stream, [...ids])
  return { pages, packs, words: [...ids], ...(from !== undefined && { from }) }
}

/** The page without the content of the items, if it has some, and the number of the first event that depends on it. */
const redactPage = (
  { seq, events }: LogPage,
  ids: ReadonlySet<string>,
  onEntry: Parameters<typeof redactionOf>[3],
): { readonly redacted?: RedactedPage; readonly first?: number } => {
  let first: number | undefined
  const lines = events.split('\n').map((line, k) => {
    const entry = JSON.parse(line) as Entry
    if (!('id' in entry) || !ids.has(entry.id)) return line
    onEntry(entry)
    if (!isItemEntry(entry)) return line
    const { item, ...bare } = entry as ItemEntry & { readonly item?: true }
    // The mark stays at the end of the line, where readers look for it.
    const shorter = JSON.stringify({ ...withoutTraces(bare as ItemEntry), ...(item && { item }) })
    if (shorter !== line || isOfStoredItem(entry)) first ??= seq + k
    return shorter
  })
  const redacted = lines.join('\n')
  return {
    ...(redacted !== events && { redacted: { seq, events: redacted } }),
    ...(first !== undefined && { first }),
  }
}

const withoutTraces = (entry: ItemEntry): object => {
  if ('parts' in entry) return withoutContent(entry)
  if (entry.type === 'added') return withoutItem(entry)
  if (entry.type === 'check-drawn') return withoutShown(entry)
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

const withoutShown = ({ shown: _, ...event }: CheckDrawn): CheckDrawn => event

const withoutRow = ({ row: _, input: __, ...event }: Taught): Taught => event

/** Characters of the log that are read at a time. */
const PIECE = 2 ** 20

/** The pages after an event with the name of a labeller replaced, and the number of the last event that was read. */
export const renamedPages = async (
  store: Store,
  stream: string,
  after: number,
  rename: (events: string) => string,
): Promise<{ readonly pages: readonly RedactedPage[]; readonly through: number }> => {
  const found: RedactedPage[] = []
  let through = after
  for (;;) {
    const pages = await store.readLog(stream, through, PIECE)
    const last = pages.at(-1)
    if (!last) return { pages: found, through }
    for (const { seq, events } of pages) {
      const renamed = rename(events)
      if (renamed !== events) found.push({ seq, events: renamed })
    }
    through = last.seq + last.count - 1
  }
}

/**
 * Replaces the name of a person wherever an event says by whom it is.
 *
 * @example
 * renamer('Ann', 'x')('{"type":"voted","by":"Ann","label":"Ann"}') // => '{"type":"voted","by":"x","label":"Ann"}'
 */
export const renamer = (name: string, as: string): ((events: string) => string) => {
  const quoted = `"by":${JSON.stringify(name)}`
  const replaceBy = (key: string, value: unknown): unknown => (key === 'by' && value === name ? as : value)
  // A label can contain the same characters, escaped or not, so the line is parsed.
  const renameLine = (line: string): string =>
    line.includes(quoted) ? JSON.stringify(JSON.parse(line, replaceBy)) : line
  return (events) => (events.includes(quoted) ? events.split('\n').map(renameLine).join('\n') : events)
}
