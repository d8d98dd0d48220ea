import { type Schemas, unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { budgetUse, questionCounts, spentMessage } from '../../parts/budget.js'
import { useResume } from '../../parts/change-stream.js'
import { sparkPath } from '../../parts/charts/spark.js'
import { Sparkline } from '../../parts/charts/sparkline.js'
import { formatPercent, formatShare, formatUncertainty, isWide, MIN_LABELS } from '../../parts/numbers.js'
import { Link } from '../../shell/navigation.js'
import { hasRole, useSession } from '../../shell/session.js'
import { RichText, say } from '../../words/say.js'
import { Dots } from './dots.js'
import type { Stream } from './listing.js'
import { PoolAccuracy } from './pool-accuracy.js'
import { RequestQueue } from './request-queue.js'
import { classLine, gainText, streamState } from './status-text.js'

type Windows = Schemas['Timeline']['windows']

const SPARK = { width: 120, height: 40 } as const
const WINDOWS = 30
/** Limits concurrent requests, because there may be many rows. */
const curves = new RequestQueue(3)

const useVisible = (id: string, see: (id: string, isSeen: boolean) => void) => {
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

/** The accuracy curve, refreshed on changes while the row is visible. */
const useCurve = ({ id, seq, counts }: Stream, isSeen: boolean): Windows | undefined => {
  const { client } = useSession()
  const [windows, setWindows] = useState<Windows>()
  const read = useRef(-1)
  const isWanted = isSeen && counts.answers >= MIN_LABELS
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
        // A failed request leaves the curve empty; the list reports connection errors.
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
  const { row, isSeen } = useVisible(id, see)
  const isPool = config.protocol === 'pool'
  const windows = useCurve(stream, isSeen && !isPool)
  const { state, text } = streamState(stream, Date.now())
  const title = config.title ?? id
  const gain =
    counts.answers < MIN_LABELS
      ? { so: say('streams.gain.early') }
      : gainText(windows?.at(-1)?.gainOverRandom)
  const used = budgetUse(config.budget, questionCounts(stream, counts))
  const spent = spentMessage(config.budget, questionCounts(stream, counts))
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
      {isPool ? (
        <PoolAccuracy stream={stream} isSeen={isSeen} requests={curves} />
      ) : (
        <Accuracy labels={counts.answers} windows={windows} />
      )}
      <p class="of-gain">
        {!isPool && gain.finding && <b>{gain.finding}</b>}
        {!isPool && gain.so && <span>{gain.so}</span>}
      </p>
      <div class="of-labels">
        {config.paused ? (
          <span class="faint">{say('streams.spent.paused')}</span>
        ) : (
          <>
            <span>
              <RichText k={spent.key} {...spent.values} />
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
  if (labels < MIN_LABELS)
    return (
      <>
        <div class="of-curve">
          <Dots labels={labels} />
        </div>
        <p class="of-accuracy early">{say('streams.list.labelsToGo', { count: MIN_LABELS - labels })}</p>
      </>
    )
  const accuracy = windows?.at(-1)?.accuracy
  const spark = windows && sparkPath(windows, SPARK)
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
        <Sparkline {...SPARK} spark={spark} title={say('streams.list.curve', { share: formatShare(band) })} />
      </div>
      {isWide(band) ? (
        <p class="of-accuracy early">{formatUncertainty(band)}</p>
      ) : (
        <p class="of-accuracy">
          {say('common.percent', { value: formatPercent(band.value) })}{' '}
          <small>{formatUncertainty(band)}</small>
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
  const { resume, isBusy, error } = useResume(stream, onChanged)
  return (
    <div class="of-action">
      {config.paused && hasRole(me.role, 'owner') && (
        <button
          type="button"
          class="button"
          disabled={isBusy}
          aria-label={say('streams.list.resumeLabel', { title })}
          onClick={resume}
        >
          {say('streams.list.resume')}
        </button>
      )}
      {!config.paused && config.protocol === 'pool' && counts.items > 0 && hasRole(me.role, 'labeller') && (
        <Link
          to={{ view: 'desk', stream: id }}
          class="button"
          aria-label={say('streams.list.labelPool', { title })}
        >
          {say('streams.list.label')}
        </Link>
      )}
      {!config.paused &&
        config.protocol !== 'pool' &&
        counts.open > 0 &&
        (hasRole(me.role, 'labeller') ? (
          <Link
            to={{ view: 'desk', stream: id }}
            class="button"
            aria-label={say('streams.list.answerLabel', { count: counts.open, title })}
          >
            {say('streams.list.answer', { count: counts.open })}
          </Link>
        ) : (
          <span class="small muted">
            <RichText k="streams.list.waiting" count={counts.open} />
          </span>
        ))}
      {error !== '' && (
        <p class="fault" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
