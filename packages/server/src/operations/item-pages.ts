import type { LogPage } from '../store/records.js'
import type { Store } from '../store/store.js'

/** Characters of the log that are read at a time. */
const PIECE = 2 ** 20

/**
 * The pages with events about an item, in order; the first event has the number `seq`. The index finds them. What an older
 * version wrote is read as a whole, so some pages may have none.
 */
export async function* itemPages(
  store: Store,
  stream: string,
  { id, seq }: { readonly id: string; readonly seq: number },
): AsyncGenerator<LogPage> {
  const { seqs, unindexed } = await store.readItemEvents(stream, id)
  let after = seq - 1
  while (after < unindexed) {
    const pages = await store.readLog(stream, after, PIECE)
    if (pages.length === 0) return
    for (const page of pages) {
      yield page
      after = page.seq + page.count - 1
      if (after >= unindexed) break
    }
  }
  for (const next of [seq, ...seqs]) {
    if (next <= after) continue
    const page = await store.readPage(stream, next)
    if (!page) continue
    yield page
    after = page.seq + page.count - 1
  }
}
