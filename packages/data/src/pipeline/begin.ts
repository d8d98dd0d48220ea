import type { Item } from '../item.js'

/** Items that are read to choose the vectorizer. */
export const SAMPLE = 1000

/** A pass that started with a sample. */
export interface Begun {
  readonly batches: readonly (readonly Item[])[]
  readonly rest: AsyncIterator<readonly Item[]>
  /** The error that ended the pass; thrown after the items before it. */
  readonly error: unknown
}

/** Reads whole batches until they contain enough items for a sample. */
export const begin = async (rest: AsyncIterator<readonly Item[]>): Promise<Begun> => {
  const batches: (readonly Item[])[] = []
  let error: unknown
  try {
    for (let count = 0; count < SAMPLE; ) {
      const { value, done } = await rest.next()
      if (done) break
      batches.push(value)
      count += value.length
    }
  } catch (cause) {
    if (batches.length === 0) throw cause
    error = cause
  }
  return { batches, rest, error }
}
