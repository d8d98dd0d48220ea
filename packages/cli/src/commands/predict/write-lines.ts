import { counted, percent } from '@askance/core/internals'
import type { RowBatch, RowSource } from '@askance/data'
import type { Context } from '../../context.js'
import { openSink } from '../../files/sink.js'
import type { StatusLine } from '../../terminal/status-line.js'

/** Writes one line for every item to a file, or to the standard output for `-`. Returns the number of items. */
export const writeLines = async (
  context: Context,
  output: string,
  rows: RowSource,
  status: StatusLine,
  lineOf: (batch: RowBatch, i: number) => string,
): Promise<number> => {
  const sink = await openSink(output, context)
  let seen = 0
  try {
    for await (const batch of rows.batches()) {
      for (let i = batch.from; i < batch.to; i++) sink.add(lineOf(batch, i))
      await sink.flush()
      seen += batch.to - batch.from
      const { done } = batch
      status.show(() => `${counted(seen, 'item')}${done === undefined ? '' : `, ${percent(done, 0)}`}`)
    }
  } finally {
    await sink.close()
  }
  status.clear()
  return seen
}
