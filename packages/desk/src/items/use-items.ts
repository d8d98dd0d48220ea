import { type Schemas, unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useSession } from '../shell/session.js'
import { type Filter, filterQuery } from './filter.js'
import type { Relabelling } from './relabelling.js'

export type ListedItem = Schemas['ListedItem']

const PAGE = 50
/** The service examines a limited number of items per request; the list continues by itself so often. */
const MAX_CONTINUED = 5
/** Typing does not send a request per letter. */
const TYPING_DELAY = 250

interface Shown {
  readonly items: readonly ListedItem[]
  readonly next: string | undefined
}

export interface ItemList {
  readonly items: readonly ListedItem[] | undefined
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly error: unknown
  more(): void
  reload(): void
  /** Shows a change without loading the list again. */
  apply(done: Relabelling, by: string): void
}

/** The items that match a filter, page by page. */
export const useItems = (stream: string, filter: Filter): ItemList => {
  const { client } = useSession()
  const [shown, setShown] = useState<Shown>()
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<unknown>()
  const turn = useRef(0)
  const query = JSON.stringify(filterQuery(filter))

  const load = async (before: Shown | undefined) => {
    const mine = ++turn.current
    setLoading(true)
    try {
      let { items, next }: Shown = before ?? { items: [], next: undefined }
      for (let n = 0; n === 0 || (next !== undefined && n < MAX_CONTINUED); n++) {
        const wanted = items.length
        const page = await unwrap(
          client.GET('/v1/streams/{stream}/items', {
            params: {
              path: { stream },
              query: { ...filterQuery(filter), limit: PAGE, ...(next !== undefined && { cursor: next }) },
            },
          }),
        )
        if (mine !== turn.current) return
        items = [...items, ...page.items]
        next = page.next
        if (items.length > wanted) break
      }
      setError(undefined)
      setShown({ items, next })
    } catch (cause) {
      if (mine === turn.current) setError(cause)
    } finally {
      if (mine === turn.current) setLoading(false)
    }
  }

  const isFirst = useRef(true)
  useEffect(() => {
    const timer = setTimeout(() => void load(undefined), isFirst.current ? 0 : TYPING_DELAY)
    isFirst.current = false
    return () => clearTimeout(timer)
  }, [stream, query])
  return {
    items: shown?.items,
    hasMore: shown?.next !== undefined,
    isLoading,
    error,
    more: () => void load(shown),
    reload: () => void load(undefined),
    apply: ({ label, changed }, by) => {
      const ids = new Set(changed.map(({ id }) => id))
      setShown(
        (before) =>
          before && {
            ...before,
            items: before.items.map((item) => (ids.has(item.id) ? changedItem(item, label, by) : item)),
          },
      )
    },
  }
}

const changedItem = (item: ListedItem, label: Relabelling['label'], by: string): ListedItem => {
  const { answer: _, by: __, ...rest } = item
  return label === null
    ? { ...rest, state: item.asked ? 'open' : 'forgotten' }
    : { ...rest, state: 'answered', answer: typeof label === 'string' ? label : [...label], by }
}
