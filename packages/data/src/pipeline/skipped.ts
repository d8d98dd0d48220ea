import { AskanceError } from '@askance/core'

/** How many messages are kept of those that were skipped. */
const MAX_MESSAGES = 3

/** The records that were skipped, with `onError: 'skip'`. */
export class Skipped {
  count = 0
  /** The messages of the first few. */
  readonly first: string[] = []

  add(error: AskanceError): void {
    this.count++
    if (this.first.length < MAX_MESSAGES) this.first.push(error.message)
  }

  /** Forgets what an earlier reading of the same data has skipped. */
  clear(): void {
    this.count = 0
    this.first.length = 0
  }
}

/** The same error, said of this source. What is no error of ours stays as it is. */
export const errorIn = (error: unknown, source: string): unknown => {
  if (!(error instanceof AskanceError) || error.position?.source === source) return error
  const { code, details, message, position } = error
  const place = [position?.source, position?.line, position?.column].filter((part) => part !== undefined)
  const bare = place.length === 0 ? message : message.slice(`${place.join(':')}: `.length)
  return new AskanceError(code, bare, details, { ...position, source })
}
