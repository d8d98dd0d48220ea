import type { Observed } from '@askance/core'
import type { Taught } from '@askance/core/internals'
import { serverError } from '../errors.js'
import type { Page } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { Entry } from '../stream/entries.js'

/**
 * The log page of an item without its row and text; the decision stays. The stream is then reloaded from the log, as if it
 * had never seen the content.
 */
export const redactedPage = async (
  store: Store,
  stream: string,
  id: string,
): Promise<NonNullable<Page['redacted']>> => {
  const [item] = await store.findItems(stream, [id])
  const page = item && (await store.readPage(stream, item.seq))
  if (!page) throw serverError('item/unknown', { stream, id })
  const lines = page.events.split('\n')
  const place = item.seq - page.seq
  const entry = JSON.parse(lines[place] ?? '{}') as Entry
  if (entry.type === 'observed') lines[place] = JSON.stringify(withoutTrace(entry))
  else if (entry.type === 'taught') lines[place] = JSON.stringify(withoutRow(entry))
  return [{ seq: page.seq, events: lines.join('\n') }]
}

const withoutTrace = ({ trace, ...event }: Observed): Observed => {
  const { row: _, input: __, opinion: ___, ...rest } = trace
  return { ...event, trace: rest }
}

const withoutRow = ({ input: _, ...event }: Taught): Taught => ({ ...event, row: { index: [], value: [] } })
