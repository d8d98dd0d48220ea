import type { Observed } from '@askance/core'
import type { ItemRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { decisionOf } from '../stream/handle/items.js'
import type { Decision } from '../stream/operations.js'

/** The decisions that were made about items then, from the log. */
export const decisionsAbout = async (
  store: Store,
  stream: string,
  items: readonly ItemRecord[],
): Promise<Map<string, Decision>> => {
  const found = new Map<string, Decision>()
  for (const { id, seq } of items) {
    if (found.has(id)) continue
    const page = await store.readPage(stream, seq)
    for (const line of page?.events.split('\n') ?? []) {
      if (!line.includes('"observed"')) continue
      const event = JSON.parse(line) as Observed
      if (event.type === 'observed') found.set(event.id, decisionOf(event))
    }
  }
  return found
}
