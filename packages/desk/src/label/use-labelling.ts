import { type AskanceClient, type Schemas, type StreamEvent, unwrap } from '@askance/server/client'
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'
import { readItem } from '../item/read.js'
import { type StreamDetail, useEvents } from '../shell/follow.js'
import { useSession } from '../shell/session.js'
import { type Door, Labelling, type Said } from './labelling.js'
import type { Outbox } from './outbox.js'
import { itemsAnHour } from './pace.js'
import { outboxOf } from './sending.js'
import { useOffline } from './use-offline.js'

/** A third of the time that a question is ours, and no longer than this. */
const LONGEST_BEAT = 20_000
/** A tab that nobody has looked at for so long holds no questions any more. */
const PATIENCE = 5 * 60_000

const doorOf = (client: AskanceClient, stream: string): Door => {
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
      // The page may be about to go.
      client
        .POST('/v1/streams/{stream}/questions/release', { params, body, keepalive: true })
        .catch(() => undefined)
    },
  }
}

/** What was said on a stream, for as long as the page is open. */
const remembered = new Map<string, readonly Said[]>()

export interface Desk {
  readonly labelling: Labelling
  readonly outbox: Outbox
  readonly counts: Schemas['Counts']
  readonly quality: Schemas['Quality'] | undefined
  readonly isLive: boolean
  /** Whether the browser knows of no connection at all. */
  readonly isOffline: boolean
  readonly itemsAnHour: number | undefined
}

/** Questions of a stream for whoever is here, kept theirs while the desk is open and given back when it is left. */
export const useLabelling = (detail: StreamDetail, canAnswer: boolean): Desk => {
  const session = useSession()
  const { client, me } = session
  const { id: stream } = detail
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const outbox = useMemo(() => outboxOf(session), [session])
  const labelling = useMemo(() => {
    const made: Labelling = new Labelling({
      stream,
      who: me.name,
      door: doorOf(client, stream),
      post: outbox,
      titleOf: (question) => readItem(question).title,
      now: () => Date.now(),
      newKey: () => newKey(),
      changed: () => {
        remembered.set(stream, made.last)
        redraw(undefined)
      },
      last: remembered.get(stream) ?? [],
    })
    return made
  }, [stream, client, me.name, outbox])

  useEffect(() => outbox.listen(() => redraw(undefined)), [outbox])
  useEffect(() => outbox.hear((entry, sent) => labelling.heard(entry, sent)), [outbox, labelling])
  useHolding(labelling, canAnswer && !detail.config.paused, 1000 * detail.config.leaseSeconds)
  usePreparing(labelling)
  const isOffline = useOffline()
  const news = useNews(detail, labelling, canAnswer)
  return { labelling, outbox, ...news, isOffline, isLive: news.isLive && !isOffline }
}

/** Random where the browser has a source for it, which it has not on every address. */
const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Holds questions while the view is open and somebody looks. */
const useHolding = (labelling: Labelling, isOn: boolean, leaseTime: number): void => {
  useEffect(() => {
    if (!isOn) return
    let hiddenSince: number | undefined
    const tend = () => {
      if (hiddenSince !== undefined && Date.now() - hiddenSince > PATIENCE) return
      labelling
        .beat()
        .then(() => labelling.fill())
        .catch(() => undefined)
    }
    const look = () => {
      hiddenSince = document.hidden ? Date.now() : undefined
      if (!document.hidden) tend()
    }
    const leave = () => labelling.leave()
    const fill = () => void labelling.fill(true).catch(() => undefined)
    fill()
    const beating = setInterval(tend, Math.min(LONGEST_BEAT, leaseTime / 3))
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

/** Reads the next item while nothing else is to be done. */
const usePreparing = ({ next }: Labelling): void => {
  useEffect(() => {
    if (!next) return
    const timer = setTimeout(() => readItem(next), 30)
    return () => clearTimeout(timer)
  }, [next])
}

/** What the stream tells: counts, quality, questions that come and go. */
const useNews = (detail: StreamDetail, labelling: Labelling, canAnswer: boolean) => {
  const { client } = useSession()
  const { id: stream } = detail
  const [counts, setCounts] = useState(detail.status.counts)
  const [quality, setQuality] = useState<Schemas['Quality']>()
  const first = useRef<{ readonly time: number; readonly items: number }>(undefined)
  const [rate, setRate] = useState<number>()
  useEffect(() => {
    unwrap(client.GET('/v1/streams/{stream}/quality', { params: { path: { stream } } })).then(
      setQuality,
      () => undefined,
    )
  }, [client, stream])
  const count = (told: Schemas['Counts']) => {
    setCounts(told)
    const now = { time: Date.now(), items: told.items }
    first.current ??= now
    setRate(itemsAnHour(first.current, now))
  }
  const isLive = useEvents(stream, (event: StreamEvent) => {
    if (event.event === 'stream') count(event.data.counts)
    if (event.event === 'quality') {
      count(event.data.counts)
      setQuality(event.data.quality)
    }
    if (event.event !== 'question') return
    if (event.data.state !== 'open') labelling.closed(event.data.id, event.data.state)
    else if (canAnswer && labelling.isFilled) labelling.fill().catch(() => undefined)
  })
  return { counts, quality, isLive, itemsAnHour: rate }
}
