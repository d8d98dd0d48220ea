import { Worker } from 'node:worker_threads'
import { RowTable } from '@askance/core'
import { type BytesOptions, openBytes, sourceName } from '../../bytes/open.js'
import { LabelNames } from '../../labels/names.js'
import type { LibsvmBatch } from '../batch.js'
import type { LibsvmOptions } from '../options.js'
import { readLibsvm } from '../read.js'
import { type BatchMessage, type Message, receivedError, type Task } from './messages.js'
import { FREE, SLOTS, Slot } from './slot.js'

/**
 * Like `readLibsvm` of a path, but a second thread reads, unpacks and parses while this one works on the batch
 * before. It pays for files of some ten megabytes and more; starting the thread takes about 50 ms. The standard input
 * belongs to this thread and is read here.
 *
 * @example
 * const first = readLibsvmThreaded('nowhere.libsvm').next()
 * await first.catch((error) => error.message) // => 'nowhere.libsvm: there is no such file'
 */
export async function* readLibsvmThreaded(
  path: string,
  options: LibsvmOptions & BytesOptions = {},
): AsyncGenerator<LibsvmBatch, void, undefined> {
  const { names = new LabelNames(), progress, source = sourceName(path), ...rest } = options
  if (path === '-') return yield* readLibsvm(openBytes(path, options), { ...options, source })
  const states = new Int32Array(new SharedArrayBuffer(4 * SLOTS))
  const task: Task = {
    path,
    options: { ...rest, source },
    names: names.names,
    mostNames: names.most,
    states,
  }
  const thread = new ReadingThread(task)
  const slots: Slot[] = []
  // The ids of the other thread in terms of ours: somebody else may add names meanwhile.
  const ids = names.names.map((_, id) => id)
  try {
    for (;;) {
      const message = await thread.next()
      if (message.kind === 'error') throw receivedError(message.error)
      if (message.kind === 'fault') throw message.fault
      if (message.progress) progress?.(message.progress.done, message.progress.total)
      if (message.kind === 'end') return
      if (message.renewed) slots[message.slot] = new Slot(message.renewed)
      for (const name of message.names ?? []) ids.push(names.add(name))
      yield batchOf(message, slots[message.slot]!, names, ids)
      Atomics.store(states, message.slot, FREE)
      Atomics.notify(states, message.slot)
    }
  } finally {
    await thread.stop()
  }
}

const batchOf = (
  { length, firstLine, base }: BatchMessage,
  slot: Slot,
  names: LabelNames,
  ids: readonly number[],
): LibsvmBatch => {
  const rows = new RowTable()
  rows.length = length
  // A table is typed for memory of one thread, but reads any.
  rows.starts = slot.starts as Int32Array<ArrayBuffer>
  rows.index = slot.index as Int32Array<ArrayBuffer>
  rows.value = slot.value as Float64Array<ArrayBuffer>
  const labels = slot.labels.subarray(0, length)
  for (let i = 0; i < length; i++) labels[i] = ids[labels[i]!]!
  return { rows, labels, names, firstLine, lineOffsets: slot.lineOffsets.subarray(0, length), base }
}

/** The other thread and what it has sent. It keeps the process alive only while somebody waits for it. */
class ReadingThread {
  readonly #worker: Worker
  readonly #arrived: Message[] = []
  #wake: (() => void) | undefined

  constructor(task: Task) {
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: task,
      // What this process was started with may not fit a thread.
      execArgv: [],
    })
    this.#worker.unref()
    this.#worker.on('message', (message: Message) => this.#put(message))
    this.#worker.on('error', (fault: unknown) => this.#put({ kind: 'fault', fault }))
    this.#worker.on('exit', () =>
      this.#put({ kind: 'fault', fault: new Error('the reading thread has ended') }),
    )
  }

  async next(): Promise<Message> {
    while (this.#arrived.length === 0) {
      this.#worker.ref()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#worker.unref()
    }
    return this.#arrived.shift()!
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #put(message: Message): void {
    this.#arrived.push(message)
    this.#wake?.()
  }
}
