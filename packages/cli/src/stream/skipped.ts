import type { AskanceError } from '@askance/core'
import { count, counted } from '@askance/core/internals'

/** How many messages are shown of those that were skipped. */
const SHOWN = 3

/** What `--on-error skip` has passed over. */
export class Skipped {
  count = 0
  readonly first: string[] = []

  add(error: AskanceError): void {
    this.count++
    if (this.first.length < SHOWN) this.first.push(error.message)
  }

  /** Forgets what an earlier reading of the same data has met. */
  clear(): void {
    this.count = 0
    this.first.length = 0
  }

  /** What to tell at the end; nothing where nothing was skipped. */
  report(): string {
    if (this.count === 0) return ''
    const rest = this.count - this.first.length
    return [
      `skipped ${counted(this.count, 'record')}:`,
      ...this.first.map((message) => `  ${message}`),
      ...(rest > 0 ? [`  and ${count(rest)} more`] : []),
      '',
    ].join('\n')
  }
}
