import type { Page } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { OperationName, Request } from '../stream/operations.js'
import { redactedPage } from './erasing.js'
import { named } from './naming.js'
import { allOf, itemsToTake, itemsToTeach, type Part } from './part.js'

export interface Wanted<Name extends OperationName> {
  /** What two requests must not want at the same time. */
  readonly names: readonly string[]
  /** What is to be done of the request, once nobody else wants the same. */
  part(): Promise<Part<Name> & Pick<Page, 'redacted'>>
}

/** What a request wants. Items without ids get theirs here. */
export const wantedOf = <Name extends OperationName>(
  store: Store,
  stream: string,
  name: Name,
  request: Request<Name>,
  time: number,
): Wanted<Name> => {
  if (name === 'observe' || name === 'teach') {
    const { items, given } = named((request as Request<'teach'>).items, time)
    const find = name === 'observe' ? itemsToTake : itemsToTeach
    return {
      names: [...new Set(given)].map((id) => `item ${stream} ${id}`),
      part: async () => (await find(store, stream, items, given)) as unknown as Part<Name>,
    }
  }
  const { id, erase } = request as Request<'forget'>
  if (name !== 'forget' || !erase) return { names: [], part: async () => allOf(request) }
  return {
    names: [`erase ${stream}`],
    part: async () => ({ ...allOf<Name>(request), redacted: await redactedPage(store, stream, id) }),
  }
}
