import { Row } from '@askance/core'
import type { Item, ItemSource } from '../item.js'
import type { SyntheticStream } from './stream.js'

const BATCH = 1024

/**
 * A stream as a source of items, to write it in any format; consumes it.
 *
 * @example
 * const { PassThrough } = await import('node:stream')
 * const pipe = new PassThrough()
 * await writeItems('jsonl', streamItems('gaussian', gaussianStream({ rows: 2, dimension: 2, seed: 7 })), pipe)
 * pipe.read().toString().split('\n').length // => 3
 */
export const streamItems = (name: string, stream: SyntheticStream): ItemSource => ({
  format: 'synthetic',
  name,
  columns: [],
  async *batches() {
    let batch: Item[] = []
    for (let line = 1; stream.next(); line++) {
      const { index, value, start, end } = stream.row
      const row = new Row(index.slice(start, end), value.slice(start, end))
      batch.push({ label: stream.classes[stream.label]!, row, line })
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  },
})
