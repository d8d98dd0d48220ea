import type { LogPage } from '../store/records.js'
import type { Store } from '../store/store.js'

/** Characters of the log that are read at a time. */
const PIECE = 2 ** 20

/**
 * The pages with events about items, in order; `seq` is the number of the first event of an item. The index finds them. What an
 * older version wrote is read as a whole, so some pages may have none.
 */
export async function* itemPages(
  store: Store,
  stream: string,
  items: readonly { readonly id: string; readonly seq: number }[],
): AsyncGenerator<LogPage> {
  const { seqs, unindexed } = await store.readItemEvents(
    stream,
    items.map(({ id }) => id),
  )
  const own = items.map(({ seq }) => seq)
  let after = own.reduce((least, seq) => Math.min(least, seq), Number.POSITIVE_INFINITY) - 1
  while (after < unindexed) {
    const pages = await store.readLog(stream, after, PIECE)
    if (pages.length === 0) return
    for (const page of pages) {
      yield page
      after = page.seq + page.count - 1
      if (after >= unindexed) break
    }
  }
  for (const next of [...own, ...seqs].sort((a, b) => a - b)) {
    if (next <= after) continue
    const page = await store.readPage(stream, next)
    if (!page) continue
    yield page
    after = page.seq + page.count - 1
  }
}
