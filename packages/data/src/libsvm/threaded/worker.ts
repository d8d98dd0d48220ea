import { parentPort, workerData } from 'node:worker_threads'
import type { RowTable } from '@askance/core'
import { openBytes } from '../../bytes/open.js'
import { LabelNames } from '../../labels/names.js'
import { readLibsvm } from '../read.js'
import { type Message, type ReadSoFar, sentError, type Task } from './messages.js'
import { SLOTS, Slot, TAKEN } from './slot.js'

const post = (message: Message): void => parentPort!.postMessage(message)

let progress: ReadSoFar | undefined

/** Reads everything into the slots, one after another, waiting where the other thread has not yet freed the next. */
const run = async ({ path, options, names: known, mostNames, states }: Task): Promise<void> => {
  const names = new LabelNames(known, mostNames)
  const bytes = openBytes(path, {
    progress(done, total) {
      progress = { done, total }
    },
  })
  const slots: Slot[] = []
  let sent = names.size
  let turn = 0
  for await (const batch of readLibsvm(bytes, { ...options, names })) {
    const number = turn++ % SLOTS
    Atomics.wait(states, number, TAKEN)
    const before = slots[number]
    const slot = before?.holds(batch.rows) ? before : roomySlot(batch.rows)
    slots[number] = slot
    slot.fill(batch.rows, batch.labels, batch.lineOffsets)
    Atomics.store(states, number, TAKEN)
    post({
      kind: 'batch',
      slot: number,
      renewed: slot === before ? undefined : slot.shape,
      length: batch.rows.length,
      firstLine: batch.firstLine,
      base: batch.base,
      names: sent < names.size ? names.names.slice(sent) : undefined,
      progress,
    })
    sent = names.size
  }
}

/** Somewhat more room than is needed now, so that the next batch fits too. */
const roomySlot = (rows: RowTable): Slot =>
  Slot.withRoom(Math.ceil(1.2 * rows.length) + 64, Math.ceil(1.2 * rows.entries) + 64)

try {
  await run(workerData as Task)
  post({ kind: 'end', progress })
} catch (cause) {
  post(sentError(cause))
}
