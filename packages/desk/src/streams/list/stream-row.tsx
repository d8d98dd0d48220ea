import { type Schemas, unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { spentIn, usedOf } from '../../parts/budget.js'
import { useResume } from '../../parts/change-stream.js'
import { sparkOf } from '../../parts/charts/spark.js'
import { Sparkline } from '../../parts/charts/sparkline.js'
import { ENOUGH_LABELS, inPercent, isWide, shareSaid, spreadOf } from '../../parts/numbers.js'
import { Link } from '../../shell/navigation.js'
import { reaches, useSession } from '../../shell/session.js'
import { Said, say } from '../../words/say.js'
import { Dots } from './dots.js'
import type { Stream } from './listing.js'
import { classLine, gainOf, stateOf } from './standing.js'
import { Turns } from './turns.js'

type Windows = Schemas['Timeline']['windows']

const SPARK = { width: 120, height: 40 } as const
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
  const gain = gainOf(counts.answers < ENOUGH_LABELS ? undefined : windows?.at(-1)?.gainOverRandom)
  const used = usedOf(config.budget, counts)
  const spent = spentIn(config.budget, counts)
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
            <span>
              <Said k={spent.key} {...spent.values} />
            </span>
            {used.share !== undefined && (
              <div class="gauge" aria-hidden="true">
                <i style={{ width: `${100 * used.share}%` }} />
              </div>
            )}
          </>
        )}
      </div>
      <Action stream={stream} title={title} onChanged={onChanged} />
    </article>
  )
}

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
  const band = { ...accuracy, value: accuracy.value }
  return (
    <>
      <div class="of-curve">
        <Sparkline {...SPARK} spark={spark} title={say('streams.list.curve', { share: shareSaid(band) })} />
      </div>
      {isWide(band) ? (
        <p class="of-accuracy early">{spreadOf(band)}</p>
      ) : (
        <p class="of-accuracy">
          {say('common.percent', { value: inPercent(band.value) })} <small>{spreadOf(band)}</small>
        </p>
      )}
    </>
  )
}

interface ActionProps {
  readonly stream: Stream
  readonly title: string
  onChanged(): void
}

const Action = ({ stream, title, onChanged }: ActionProps) => {
  const { id, config, counts } = stream
  const { me } = useSession()
  const { resume, isBusy, fault } = useResume(stream, onChanged)
  return (
    <div class="of-action">
      {config.paused && reaches(me.role, 'owner') && (
        <button
          type="button"
          class="button"
          disabled={isBusy}
          aria-label={say('streams.list.resumeOf', { title })}
          onClick={resume}
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
          {fault}
        </p>
      )}
    </div>
  )
}
