import { type AskanceClient, type Schemas, unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatPercent, formatUncertainty, isWide } from '../../parts/numbers.js'
import { accuracyIn } from '../../parts/quality.js'
import { useSession } from '../../shell/session.js'
import { say } from '../../words/say.js'
import type { Stream } from './listing.js'
import type { RequestQueue } from './request-queue.js'

const readAccuracy = async (client: AskanceClient, stream: string, signal: AbortSignal) =>
  accuracyIn(
    await unwrap(client.GET('/v1/streams/{stream}/quality', { params: { path: { stream } }, signal })),
  )

interface PoolAccuracyProps {
  readonly stream: Stream
  readonly isSeen: boolean
  readonly requests: RequestQueue
}

/** The accuracy of all labels of a pool, which has no curve. Read on changes while the row is visible. */
export const PoolAccuracy = ({ stream: { id, seq, counts }, isSeen, requests }: PoolAccuracyProps) => {
  const { client } = useSession()
  const [accuracy, setAccuracy] = useState<Schemas['Estimate']>()
  const read = useRef(-1)
  const isWanted = isSeen && counts.answers > 0
  useEffect(() => {
    if (!isWanted || read.current === seq) return
    const control = new AbortController()
    const { signal } = control
    requests
      .run(() => readAccuracy(client, id, signal), signal)
      .then(
        (found) => {
          if (!found || signal.aborted) return
          read.current = seq
          setAccuracy(found)
        },
        // The list reports connection errors.
        () => undefined,
      )
    return () => control.abort()
  }, [client, id, seq, isWanted])
  return (
    <>
      <div class="of-curve" />
      <Value accuracy={accuracy} />
    </>
  )
}

const Value = ({ accuracy }: { readonly accuracy: Schemas['Estimate'] | undefined }) => {
  if (!accuracy) return <p class="of-accuracy early" />
  const { value, fixedTime } = accuracy
  const { low, high } = fixedTime
  if (value === undefined)
    return (
      <p class="of-accuracy early range">
        {say('common.range', { low: formatPercent(low), high: formatPercent(high) })}
      </p>
    )
  const band = { value, low, high }
  if (isWide(band)) return <p class="of-accuracy early">{formatUncertainty(band)}</p>
  return (
    <p class="of-accuracy">
      {say('common.percent', { value: formatPercent(value) })} <small>{formatUncertainty(band)}</small>
    </p>
  )
}
