import { type AskanceClient, type Schemas, unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { MIN_LABELS } from '../../parts/numbers.js'
import type { AnyQuality } from '../../parts/quality.js'
import { useSession } from '../../shell/session.js'
import type { Stream } from './listing.js'
import { RequestQueue } from './request-queue.js'

const WINDOWS = 30
/** Limits concurrent requests, because there may be many rows. */
const requests = new RequestQueue(3)

/** The current estimates of a stream, and its curve; a pool has none. */
export interface Estimates {
  readonly quality: AnyQuality
  readonly windows: Schemas['Timeline']['windows']
}

const readEstimates = async (
  client: AskanceClient,
  stream: string,
  isPool: boolean,
  signal: AbortSignal,
): Promise<Estimates> => {
  const path = { stream }
  const query = { windows: WINDOWS }
  const [quality, { windows }] = await Promise.all([
    unwrap(client.GET('/v1/streams/{stream}/quality', { params: { path }, signal })),
    isPool
      ? { windows: [] }
      : unwrap(client.GET('/v1/streams/{stream}/timeline', { params: { path, query }, signal })),
  ])
  return { quality, windows }
}

/**
 * Reads the estimates on changes while the row is visible. What changes during a request is read after it, because a stream that
 * changes all the time would never be shown otherwise.
 */
export const useEstimates = ({ id, seq, counts, config }: Stream, isSeen: boolean): Estimates | undefined => {
  const { client } = useSession()
  const [estimates, setEstimates] = useState<Estimates>()
  const read = useRef(-1)
  const isPool = config.protocol === 'pool'
  const isWanted = isSeen && counts.answers >= MIN_LABELS
  const latest = useRef(seq)
  latest.current = seq
  const running = useRef<AbortController | undefined>(undefined)
  const [ended, setEnded] = useState(0)
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = undefined
    },
    [client, id, isWanted, isPool],
  )
  useEffect(() => {
    if (!isWanted || running.current || read.current === seq) return
    const control = new AbortController()
    running.current = control
    const { signal } = control
    requests
      .run(() => readEstimates(client, id, isPool, signal), signal)
      .then(
        (found) => {
          if (!found || signal.aborted) return
          read.current = seq
          setEstimates(found)
        },
        // A failed request leaves the row as it is; the list reports connection errors.
        () => undefined,
      )
      .then(() => {
        if (running.current !== control) return
        running.current = undefined
        if (latest.current !== seq) setEnded((count) => count + 1)
      })
  }, [client, id, seq, isWanted, isPool, ended])
  return estimates
}
