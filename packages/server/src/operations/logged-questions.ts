import type { Counts, StreamRecord } from '../store/records.js'
import { type Draft, Pending } from '../stream/draft.js'
import type { Entry } from '../stream/entries.js'
import type { ErasedItems } from './erasing.js'
import type { OperationContext } from './operation.js'

type LoggedState = 'open' | 'answered' | 'taught'

/** The states of questions as the log tells them, without the stream in memory. Items that were not asked about have none. */
export class LoggedQuestions {
  readonly #states = new Map<string, LoggedState>()
  readonly #taught = new Set<string>()
  readonly #begun = new Set<string>()

  /** Follows the entries about an item, in order. */
  follow(entry: Entry & { readonly id: string }): void {
    const { id, type } = entry
    if (type === 'observed' || type === 'taught') this.#begun.add(id)
    switch (type) {
      case 'observed':
        if (entry.asked) this.#states.set(id, 'open')
        break
      case 'taught':
        this.#taught.add(id)
        this.#states.set(id, 'taught')
        break
      case 'answered':
        this.#states.set(id, this.#taught.has(id) ? 'taught' : 'answered')
        break
      case 'reopened':
        this.#states.set(id, 'open')
        break
      case 'skipped':
      case 'unsure':
      case 'expired':
      case 'withdrawn':
      case 'forgotten':
        this.#states.delete(id)
    }
  }

  /** Whether all events about an item are in the log, whose beginning may have been removed. */
  isWhole(id: string): boolean {
    return this.#begun.has(id)
  }

  of(id: string): LoggedState | undefined {
    return this.#states.get(id)
  }
}

/** Erases items of a stream that is not in memory: the same entries as if it were. */
export const eraseUnloaded = (
  { seq, counts, changed }: StreamRecord,
  ids: readonly string[],
  questions: LoggedQuestions,
  { time: now, by }: OperationContext,
): { readonly draft: Draft; readonly result: ErasedItems } => {
  const time = Math.max(now, changed)
  const pending = new Pending()
  const left: { -readonly [Name in keyof Counts]: number } = { ...counts }
  const forgotten: string[] = []
  let last = seq
  for (const id of ids) {
    const state = questions.of(id)
    if (state === 'open') {
      pending.note({ type: 'skipped', id, time, by }, ++last)
      left.open--
      left.spent--
    } else if (state) {
      pending.note({ type: 'forgotten', id, time, by }, ++last)
      left[state === 'taught' ? 'taught' : 'answers']--
      forgotten.push(id)
    }
    pending.note({ type: 'erased', id, time, by }, ++last)
  }
  return {
    draft: pending.take(last, { time, counts: left, points: [] }),
    result: { erased: ids.length, forgotten },
  }
}
