import { unwrap } from '@askance/server/client'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useSession } from '../../shell/session.js'
import { emptyListing, type Listing, type PageStart, pageStarts, withPage } from './listing.js'

const PAGE = 100
const REFRESH_INTERVAL = 10_000

export interface Streams {
  readonly listing: Listing
  readonly loading: boolean
  readonly error: unknown
  more(): void
  /** Refreshes the visible streams. */
  refresh(): void
  /** Tracks which streams are visible. */
  see(id: string, isSeen: boolean): void
}

/** Loads streams by page and refreshes the visible ones regularly. */
export const useStreams = (): Streams => {
  const { client } = useSession()
  const [listing, setListing] = useState(emptyListing)
  const [loading, setLoading] = useState(true)
  const [error, setError] = useState<unknown>()
  const latest = useRef(listing)
  const seen = useRef(new Set<string>())
  const last = useRef(Promise.resolve())

  const readPages = useCallback(
    async (starts: readonly PageStart[]) => {
      try {
        for (const start of starts) {
          const query = { limit: PAGE, ...(start.cursor !== undefined && { cursor: start.cursor }) }
          const page = await unwrap(client.GET('/v1/streams', { params: { query } }))
          latest.current = withPage(latest.current, start, page)
          setListing(latest.current)
        }
        setError(undefined)
      } catch (cause) {
        setError(cause)
      }
      setLoading(false)
    },
    [client],
  )

  /** Requests run in sequence, because each builds on the previous result. */
  const read = useCallback(
    (which: () => readonly PageStart[]) => {
      last.current = last.current.then(() => readPages(which()))
    },
    [readPages],
  )

  const more = useCallback(() => {
    setLoading(true)
    read(() => (latest.current.next ? [latest.current.next] : []))
  }, [read])
  const refresh = useCallback(() => {
    read(() => {
      const { starts } = latest.current
      const shown = pageStarts(starts, seen.current)
      // If nothing is visible, the first page is read: streams may have been added.
      return shown.length > 0 ? shown : [{ after: '' }]
    })
  }, [read])

  useEffect(() => {
    refresh()
    const look = () => document.visibilityState === 'visible' && refresh()
    const timer = setInterval(look, REFRESH_INTERVAL)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [refresh])

  const see = useCallback((id: string, isSeen: boolean) => {
    if (isSeen) seen.current.add(id)
    else seen.current.delete(id)
  }, [])
  return { listing, loading, error, more, refresh, see }
}
