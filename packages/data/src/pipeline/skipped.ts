import { AskanceError } from '@askance/core'

/** The number of messages kept. */
const MAX_MESSAGES = 3

/** The records skipped with `onError: 'skip'`, and the items left out because they have no label. */
export class Skipped {
  count = 0
  /** The messages of the first few. */
  readonly first: string[] = []
  /** Items without a label that were left out, where labels are needed. */
  unlabelled = 0

  add(error: AskanceError): void {
    this.count++
    if (this.first.length < MAX_MESSAGES) this.first.push(error.message)
  }

  /** Resets the counts before another pass over the same data. */
  clear(): void {
    this.count = 0
    this.unlabelled = 0
    this.first.length = 0
  }
}

/** The same error with this source; other values pass unchanged. */
export const errorIn = (error: unknown, source: string): unknown =>
  error instanceof AskanceError ? error.at({ source }) : error
