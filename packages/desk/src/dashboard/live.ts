import { type StreamEvent, unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Loaded, useLoaded } from '../parts/loaded.js'
import type { AnyQuality } from '../parts/quality.js'
import { type StreamDetail, useEvents, useStream, useThrottled } from '../shell/follow.js'
import { useSession } from '../shell/session.js'
import type { Agreement, Confusion, Features, TimelineWindow } from './api.js'

/** Minimum intervals in milliseconds between redraws and between fetches. */
const SECOND = 1000
const CURVES = 2500
const TABLES = 5000
const WINDOWS = 200

/** Data of the dashboard, updated by events. */
export interface Live {
  readonly stream: Loaded<StreamDetail>
  readonly quality: AnyQuality | undefined
  readonly windows: readonly TimelineWindow[] | undefined
  readonly confusion: Confusion | undefined
  readonly features: Features | undefined
  readonly agreement: Agreement | undefined
  /** Arrival time of the last item, if known. */
  readonly lastItem: number | undefined
  readonly connected: boolean
  /** The last fetch error. */
  readonly error: unknown
  reload(): void
  /** Number of decision events received. */
  readonly decided: number
  /** Number of answer events received. */
  readonly answered: number
}

interface LiveEvents {
  quality: AnyQuality | undefined
  lastItem: number | undefined
  decided: number
  answered: number
}

/** Follows a stream. Events carry counts and estimates; the rest is fetched after them. */
export const useLive = (id: string): Live => {
  const { client } = useSession()
  const params = { path: { stream: id } }
  const stream = useStream(id)
  const quality = useLoaded(
    (signal) => unwrap(client.GET('/v1/streams/{stream}/quality', { params, signal })),
    [id],
  )
  const timeline = useLoaded(
    (signal) =>
      unwrap(
        client.GET('/v1/streams/{stream}/timeline', {
          params: { ...params, query: { windows: WINDOWS } },
          signal,
        }),
      ),
    [id],
  )
  const isSingleLabel = stream.data && !stream.data.config.multiLabel
  const confusion = useLoaded(
    async (signal) =>
      isSingleLabel ? unwrap(client.GET('/v1/streams/{stream}/confusion', { params, signal })) : undefined,
    [id, isSingleLabel],
  )
  const features = useLoaded(
    (signal) => unwrap(client.GET('/v1/streams/{stream}/features', { params, signal })),
    [id],
  )
  const agreement = useLoaded(
    (signal) => unwrap(client.GET('/v1/streams/{stream}/labellers', { params, signal })),
    [id],
  )
  const mayList = stream.data?.may.includes('export') ?? false
  const latest = useLoaded(
    async (signal) => {
      if (!mayList) return undefined
      const query = { limit: 1 }
      const { items } = await unwrap(
        client.GET('/v1/streams/{stream}/items', { params: { ...params, query }, signal }),
      )
      return items[0]?.time
    },
    [id, mayList],
  )
  const events = useRef<LiveEvents>({ quality: undefined, lastItem: undefined, decided: 0, answered: 0 })
  const [received, setReceived] = useState<LiveEvents>(events.current)

  const refresh = useThrottled(() => setReceived({ ...events.current }), SECOND)
  const refetchStream = useThrottled(stream.reload, CURVES)
  const refetchCurves = useThrottled(timeline.reload, CURVES)
  const refetchTables = useThrottled(() => {
    confusion.reload()
    features.reload()
    agreement.reload()
  }, TABLES)

  const onEvent = (event: StreamEvent): void => {
    const state = events.current
    if (event.event === 'decision') {
      state.lastItem = Math.max(state.lastItem ?? 0, event.data.time)
      state.decided++
    } else if (event.event === 'answer') {
      state.answered++
      refetchTables()
    } else if (event.event === 'quality') state.quality = event.data.quality
    if (event.event === 'gap') refetchTables()
    if (['quality', 'drift', 'gap'].includes(event.event)) refetchCurves()
    refresh()
    refetchStream()
  }
  const connected = useEvents(id, onEvent)
  return {
    stream,
    quality: received.quality ?? quality.data,
    windows: timeline.data?.windows,
    confusion: confusion.data,
    features: features.data,
    agreement: agreement.data,
    lastItem: received.lastItem ?? latest.data,
    error: [quality, timeline, confusion, features].find((part) => part.error !== undefined)?.error,
    reload: () => {
      for (const part of [stream, quality, timeline, confusion, features, agreement]) part.reload()
    },
    connected,
    decided: received.decided,
    answered: received.answered,
  }
}

/** The current time, updated at an interval, for relative times. */
export const useNow = (milliseconds: number): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds])
  return now
}
