import { unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useSession } from '../shell/session.js'
import type { ListedItem } from './api.js'

export interface Filter {
  readonly show: 'all' | 'asked' | 'wrong'
  /** A predicted class, or empty for any. */
  readonly predicted: string
  readonly search: string
}

/**
 * Builds the API query.
 *
 * @example
 * filterQuery({ show: 'asked', predicted: 'spam', search: ' free ' }) // => { asked: true, predicted: 'spam', search: 'free' }
 * filterQuery({ show: 'wrong', predicted: '', search: 'free' }) // => { wrong: true, search: 'free' }
 */
export const filterQuery = ({ show, predicted, search }: Filter) => {
  const text = search.trim()
  return {
    ...(show === 'asked' && { asked: true }),
    ...(show === 'wrong' && { wrong: true }),
    ...(predicted !== '' && { predicted }),
    ...(text !== '' && { search: text }),
  }
}

/** More rows would make the page slow. */
const MAX_ITEMS = 500

/**
 * Merges the newest items with those already shown. If there is a gap between them, only the newest are kept.
 *
 * @example
 * mergeNewest([{ t: 5 }, { t: 4 }], [{ t: 4 }, { t: 3 }]) // => [{ t: 5 }, { t: 4 }, { t: 3 }]
 * mergeNewest([{ t: 9 }, { t: 8 }], [{ t: 4 }, { t: 3 }]) // => [{ t: 9 }, { t: 8 }]
 */
export const mergeNewest = <Item extends { readonly t: number }>(
  newest: readonly Item[],
  before: readonly Item[],
): readonly Item[] => {
  const last = newest.at(-1)
  if (!last) return newest
  if (!before.some(({ t }) => t >= last.t)) return newest
  return [...newest, ...before.filter(({ t }) => t < last.t)].slice(0, MAX_ITEMS)
}

const PAGE = 20

interface Shown {
  readonly items: readonly ListedItem[]
  readonly next: string | undefined
}

interface Decisions {
  readonly items: readonly ListedItem[] | undefined
  readonly hasMore: boolean
  readonly error: unknown
  more(): void
  reload(): void
}

/** The decisions of a stream, newest first. A change of `updates` triggers a refresh, unless paused. */
export const useDecisions = (
  stream: string,
  filter: Filter,
  updates: number,
  isPaused: boolean,
): Decisions => {
  const { client } = useSession()
  const [shown, setShown] = useState<Shown>()
  const [error, setError] = useState<unknown>()
  const query = JSON.stringify(filterQuery(filter))
  const asked = useRef(0)

  const fetchPage = async (cursor: string | undefined, place: (page: Shown, before: Shown) => Shown) => {
    const turn = ++asked.current
    try {
      const { items, next } = await unwrap(
        client.GET('/v1/streams/{stream}/items', {
          params: {
            path: { stream },
            query: { ...filterQuery(filter), limit: PAGE, ...(cursor !== undefined && { cursor }) },
          },
        }),
      )
      if (turn !== asked.current) return
      setError(undefined)
      setShown((before) => place({ items, next }, before ?? { items: [], next: undefined }))
    } catch (cause) {
      if (turn === asked.current) setError(cause)
    }
  }
  const renew = () => void fetchPage(undefined, (page) => page)
  const refresh = () =>
    void fetchPage(undefined, (page, before) => {
      const items = mergeNewest(page.items, before.items)
      return { items, next: items.length > page.items.length ? before.next : page.next }
    })

  useEffect(renew, [stream, query])
  useEffect(() => {
    if (updates > 0 && !isPaused) refresh()
  }, [updates, isPaused])
  return {
    items: shown?.items,
    hasMore: shown?.next !== undefined && (shown?.items.length ?? 0) < MAX_ITEMS,
    error,
    more: () =>
      void fetchPage(shown?.next, (page, before) => ({
        items: [...before.items, ...page.items],
        next: page.next,
      })),
    reload: refresh,
  }
}
