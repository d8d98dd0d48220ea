import { type Schemas, unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { inPercent, reachOf } from '../../parts/numbers.js'
import { reasonOf } from '../../parts/problem.js'
import { Link } from '../../shell/navigation.js'
import { reaches, useSession } from '../../shell/session.js'
import { Said, say } from '../../words/say.js'
import type { Stream } from './listing.js'
import { sparkOf } from './spark.js'
import { Dots, SPARK, Sparkline } from './sparkline.js'
import { classLine, ENOUGH_LABELS, gainOf, spentOf, stateOf } from './standing.js'
import { Turns } from './turns.js'

type Windows = Schemas['Timeline']['windows']

const WINDOWS = 30
/** Rows come in dozens, and the service has other guests. */
const curves = new Turns(3)

const useSeen = (id: string, see: (id: string, isSeen: boolean) => void) => {
  const row = useRef<HTMLElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!row.current) return
    const watch = new IntersectionObserver(([entry]) => {
      const isHere = entry?.isIntersecting === true
      setSeen(isHere)
      see(id, isHere)
    })
    watch.observe(row.current)
    return () => {
      watch.disconnect()
      see(id, false)
    }
  }, [id, see])
  return { row, isSeen }
}

/** The curve of a stream, read again when something has happened on it while it is on the screen. */
const useCurve = ({ id, seq, counts }: Stream, isSeen: boolean): Windows | undefined => {
  const { client } = useSession()
  const [windows, setWindows] = useState<Windows>()
  const read = useRef(-1)
  const isWanted = isSeen && counts.answers >= ENOUGH_LABELS
  useEffect(() => {
    if (!isWanted || read.current === seq) return
    const control = new AbortController()
    const { signal } = control
    const params = { path: { stream: id }, query: { windows: WINDOWS } }
    curves
      .run(() => unwrap(client.GET('/v1/streams/{stream}/timeline', { params, signal })), signal)
      .then(
        (timeline) => {
          if (!timeline || signal.aborted) return
          read.current = seq
          setWindows(timeline.windows)
        },
        // A row without a curve says that it is too early; the list itself tells of a lost connection.
        () => undefined,
      )
    return () => control.abort()
  }, [client, id, seq, isWanted])
  return windows
}

interface RowProps {
  readonly stream: Stream
  see(id: string, isSeen: boolean): void
  onChanged(): void
}

export const StreamRow = ({ stream, see, onChanged }: RowProps) => {
  const { id, config, counts } = stream
  const { row, isSeen } = useSeen(id, see)
  const windows = useCurve(stream, isSeen)
  const { state, text } = stateOf(stream, Date.now())
  const title = config.title ?? id
  const gain = gainOf(counts.answers < ENOUGH_LABELS ? undefined : windows?.at(-1)?.overShadow)
  const spent = spentOf(config.budget, counts)
  return (
    <article class="row" data-state={state} ref={row} aria-labelledby={`stream-${id}`}>
      <div class="of-name">
        <h2 id={`stream-${id}`}>
          <Link to={{ view: 'dashboard', stream: id }}>{title}</Link>
        </h2>
        <p class="sub">
          {title !== id && <span class="mono">{id}</span>}
          <span>{classLine(config.classes)}</span>
          <span class="tag" data-state={state}>
            {text}
          </span>
        </p>
      </div>
      <Accuracy labels={counts.answers} windows={windows} />
      <p class="of-gain">
        {gain.finding && <b>{gain.finding}</b>}
        {gain.so && <span>{gain.so}</span>}
      </p>
      <div class="of-labels">
        {config.paused ? (
          <span class="faint">{say('streams.spent.paused')}</span>
        ) : (
          <>
            <Spoken text={spent.text} />
            {spent.share !== undefined && (
              <div class="gauge" aria-hidden="true">
                <i style={{ width: `${100 * spent.share}%` }} />
              </div>
            )}
          </>
        )}
      </div>
      <Action stream={stream} title={title} onChanged={onChanged} />
    </article>
  )
}

/** A text in which `*so*` is strong. */
const Spoken = ({ text }: { readonly text: string }) => (
  <span>{text.split('*').map((part, k) => (k % 2 === 1 ? <b key={k}>{part}</b> : part))}</span>
)

const Accuracy = ({
  labels,
  windows,
}: {
  readonly labels: number
  readonly windows: Windows | undefined
}) => {
  if (labels < ENOUGH_LABELS)
    return (
      <>
        <div class="of-curve">
          <Dots labels={labels} />
        </div>
        <p class="of-accuracy early">{say('streams.list.toGo', { count: ENOUGH_LABELS - labels })}</p>
      </>
    )
  const accuracy = windows?.at(-1)?.accuracy
  const spark = windows && sparkOf(windows, SPARK)
  if (!spark || accuracy === undefined || accuracy.value === null)
    return (
      <>
        <div class="of-curve" />
        <p class="of-accuracy early">{windows && say('streams.gain.early')}</p>
      </>
    )
  const { value, low, high } = accuracy
  const shown = { value: inPercent(value), reach: reachOf({ value, low, high }) }
  return (
    <>
      <div class="of-curve">
        <Sparkline spark={spark} title={say('streams.list.curve', shown)} />
      </div>
      <p class="of-accuracy">
        {say('common.percent', { value: shown.value })}{' '}
        <small>{say('common.plusMinus', { reach: shown.reach })}</small>
      </p>
    </>
  )
}

interface ActionProps {
  readonly stream: Stream
  readonly title: string
  onChanged(): void
}

const Action = ({ stream: { id, version, config, counts }, title, onChanged }: ActionProps) => {
  const { client, me } = useSession()
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const resume = async () => {
    setBusy(true)
    try {
      const params = { path: { stream: id }, header: { 'If-Match': `"${version}"` } }
      await unwrap(client.PATCH('/v1/streams/{stream}', { params, body: { paused: false } }))
      setFault('')
    } catch (cause) {
      setFault(reasonOf(cause))
    }
    setBusy(false)
    onChanged()
  }
  return (
    <div class="of-action">
      {config.paused && reaches(me.role, 'owner') && (
        <button
          type="button"
          class="button"
          disabled={busy}
          aria-label={say('streams.list.resumeOf', { title })}
          onClick={() => void resume()}
        >
          {say('streams.list.resume')}
        </button>
      )}
      {!config.paused &&
        counts.open > 0 &&
        (reaches(me.role, 'labeller') ? (
          <Link
            to={{ view: 'desk', stream: id }}
            class="button"
            aria-label={say('streams.list.answerOf', { count: counts.open, title })}
          >
            {say('streams.list.answer', { count: counts.open })}
          </Link>
        ) : (
          <span class="small muted">
            <Said k="streams.list.waiting" count={counts.open} />
          </span>
        ))}
      {fault !== '' && (
        <p class="fault" role="alert">
          {say('common.failed', { reason: fault })}
        </p>
      )}
    </div>
  )
}
