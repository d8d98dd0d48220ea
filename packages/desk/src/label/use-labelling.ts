import { type AskanceClient, type Schemas, type StreamEvent, unwrap } from '@askance/server/client'
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'
import { readItem } from '../item/read.js'
import type { AnyQuality } from '../parts/quality.js'
import { type StreamDetail, useEvents } from '../shell/follow.js'
import { useSession } from '../shell/session.js'
import { type GivenAnswer, Labelling, type QuestionApi } from './labelling.js'
import type { Outbox } from './outbox.js'
import { itemsPerHour } from './pace.js'
import { outboxFor } from './sending.js'

/** Leases are renewed after a third of the lease time, at most this many milliseconds. */
const MAX_HEARTBEAT_INTERVAL = 20_000
/** A tab hidden for this long stops renewing its leases. */
const HIDDEN_TIMEOUT = 5 * 60_000

const questionApi = (client: AskanceClient, stream: string): QuestionApi => {
  const params = { path: { stream } }
  return {
    lease: async (count) => {
      const body = { count }
      return (await unwrap(client.POST('/v1/streams/{stream}/questions/lease', { params, body }))).questions
    },
    heartbeat: (ids) =>
      unwrap(client.POST('/v1/streams/{stream}/questions/heartbeat', { params, body: { ids: [...ids] } })),
    release: (ids) => {
      const body = { ids: [...ids] }
      // `keepalive`, because the page may be closing.
      client
        .POST('/v1/streams/{stream}/questions/release', { params, body, keepalive: true })
        .catch(() => undefined)
    },
  }
}

/** Recent answers by stream, kept while the page is open. */
const recentAnswers = new Map<string, readonly GivenAnswer[]>()

export interface DeskState {
  readonly labelling: Labelling
  readonly outbox: Outbox
  readonly counts: Schemas['Counts']
  readonly quality: AnyQuality | undefined
  readonly isLive: boolean
  /** Whether the browser is offline. */
  readonly isOffline: boolean
  readonly itemsPerHour: number | undefined
}

/** Leases questions while the desk is open and releases them when it closes. */
export const useLabelling = (detail: StreamDetail, canAnswer: boolean): DeskState => {
  const session = useSession()
  const { client, me } = session
  const { id: stream } = detail
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const outbox = useMemo(() => outboxFor(session), [session])
  const labelling = useMemo(() => {
    const made: Labelling = new Labelling({
      stream,
      who: me.name,
      api: questionApi(client, stream),
      outbox: outbox,
      titleOf: (question) => readItem(question).title,
      now: () => Date.now(),
      newKey: () => newKey(),
      onChange: () => {
        recentAnswers.set(stream, made.last)
        redraw(undefined)
      },
      last: recentAnswers.get(stream) ?? [],
    })
    return made
  }, [stream, client, me.name, outbox])

  useEffect(() => outbox.onChange(() => redraw(undefined)), [outbox])
  useEffect(() => outbox.onSent((entry, sent) => labelling.handleSent(entry, sent)), [outbox, labelling])
  useLeases(labelling, canAnswer && !detail.config.paused, 1000 * detail.config.leaseSeconds)
  useParsedNext(labelling)
  const isOffline = useOffline()
  const news = useStreamUpdates(detail, labelling, canAnswer)
  return { labelling, outbox, ...news, isOffline, isLive: news.isLive && !isOffline }
}

/** `crypto.randomUUID` requires a secure context; `getRandomValues` does not. */
const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Renews leases while the view is open and visible. */
const useLeases = (labelling: Labelling, isOn: boolean, leaseTime: number): void => {
  useEffect(() => {
    if (!isOn) return
    let hiddenSince: number | undefined
    const renew = () => {
      if (hiddenSince !== undefined && Date.now() - hiddenSince > HIDDEN_TIMEOUT) return
      labelling
        .heartbeat()
        .then(() => labelling.fill())
        .catch(() => undefined)
    }
    const look = () => {
      hiddenSince = document.hidden ? Date.now() : undefined
      if (!document.hidden) renew()
    }
    const leave = () => labelling.leave()
    const fill = () => void labelling.fill(true).catch(() => undefined)
    fill()
    const beating = setInterval(renew, Math.min(MAX_HEARTBEAT_INTERVAL, leaseTime / 3))
    document.addEventListener('visibilitychange', look)
    addEventListener('pagehide', leave)
    addEventListener('pageshow', fill)
    addEventListener('online', fill)
    return () => {
      clearInterval(beating)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', fill)
      removeEventListener('online', fill)
      leave()
    }
  }, [labelling, isOn, leaseTime])
}

/** Parses the next item in idle time. */
const useParsedNext = ({ next }: Labelling): void => {
  useEffect(() => {
    if (!next) return
    const timer = setTimeout(() => readItem(next), 30)
    return () => clearTimeout(timer)
  }, [next])
}

/** Whether the browser is offline. */
const useOffline = (): boolean => {
  const [isOffline, setOffline] = useState(!navigator.onLine)
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  return isOffline
}

/** Live counts, quality estimates and question events of the stream. */
const useStreamUpdates = (detail: StreamDetail, labelling: Labelling, canAnswer: boolean) => {
  const { client } = useSession()
  const { id: stream } = detail
  const [counts, setCounts] = useState(detail.status.counts)
  const [quality, setQuality] = useState<AnyQuality>()
  const first = useRef<{ readonly time: number; readonly items: number }>(undefined)
  const [rate, setRate] = useState<number>()
  useEffect(() => {
    unwrap(client.GET('/v1/streams/{stream}/quality', { params: { path: { stream } } })).then(
      setQuality,
      () => undefined,
    )
  }, [client, stream])
  const count = (received: Schemas['Counts']) => {
    setCounts(received)
    const now = { time: Date.now(), items: received.items }
    first.current ??= now
    setRate(itemsPerHour(first.current, now))
  }
  const isLive = useEvents(stream, (event: StreamEvent) => {
    if (event.event === 'stream') count(event.data.counts)
    if (event.event === 'quality') {
      count(event.data.counts)
      setQuality(event.data.quality)
    }
    if (event.event !== 'question') return
    if (event.data.state !== 'open') labelling.handleClosed(event.data.id, event.data.state)
    else if (canAnswer && labelling.isFilled) labelling.fill().catch(() => undefined)
  })
  return { counts, quality, isLive, itemsPerHour: rate }
}
