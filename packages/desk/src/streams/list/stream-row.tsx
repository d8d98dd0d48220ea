import { displayOf } from '@askance/core/internals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { budgetUse, questionCounts, spentMessage } from '../../parts/budget.js'
import { useResume } from '../../parts/change-stream.js'
import { sparkPath } from '../../parts/charts/spark.js'
import { Sparkline } from '../../parts/charts/sparkline.js'
import { MIN_LABELS } from '../../parts/numbers.js'
import { accuracyIn, answersIn, isMultiLabel, shownEstimate } from '../../parts/quality.js'
import { Link } from '../../shell/navigation.js'
import { hasRole, useSession } from '../../shell/session.js'
import { RichText, say } from '../../words/say.js'
import { Dots } from './dots.js'
import type { Stream } from './listing.js'
import { classLine, gainText, streamState } from './status-text.js'
import { type Estimates, useEstimates } from './use-estimates.js'

const SPARK = { width: 120, height: 40 } as const

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

interface RowProps {
  readonly stream: Stream
  see(id: string, isSeen: boolean): void
  onChanged(): void
}

export const StreamRow = ({ stream, see, onChanged }: RowProps) => {
  const { id, config, counts } = stream
  const { row, isSeen } = useVisible(id, see)
  const estimates = useEstimates(stream, isSeen)
  const { state, text } = streamState(stream, Date.now())
  const title = config.title ?? id
  const gain = rowGain(estimates)
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
      <Accuracy labels={counts.answers} estimates={estimates} />
      <p class="of-gain">
        {gain && <span class="head">{say('streams.list.gain')}</span>}
        {gain?.finding && <b>{gain.finding}</b>}
        {gain?.so && <span>{gain.so}</span>}
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

/** The gain over random asking; nothing where it is not estimated. */
const rowGain = (estimates: Estimates | undefined) => {
  if (!estimates || isMultiLabel(estimates.quality)) return undefined
  const { gainOverRandom } = estimates.quality
  return gainOverRandom && gainText(gainOverRandom.accuracy)
}

interface AccuracyProps {
  readonly labels: number
  readonly estimates: Estimates | undefined
}

const Accuracy = ({ labels, estimates }: AccuracyProps) => {
  if (labels < MIN_LABELS)
    return (
      <>
        <div class="of-curve">
          <Dots labels={labels} />
        </div>
        <p class="of-accuracy early">{say('streams.list.labelsToGo', { count: MIN_LABELS - labels })}</p>
      </>
    )
  if (!estimates)
    return (
      <>
        <div class="of-curve" />
        <p class="of-accuracy" />
      </>
    )
  const { quality, windows } = estimates
  const estimate = accuracyIn(quality)
  const answers = answersIn(quality)
  const text = shownEstimate(estimate, { answers })
  const isNumber = displayOf(estimate, { answers }).state === 'shown'
  const spark = sparkPath(windows, SPARK)
  const [value, range] = text.split(' (')
  return (
    <>
      <div class="of-curve">
        {spark && <Sparkline {...SPARK} spark={spark} title={say('streams.list.curve', { share: text })} />}
      </div>
      {isNumber ? (
        <p class="of-accuracy">
          {value} <small>({range}</small>
        </p>
      ) : (
        <p class="of-accuracy early">{text}</p>
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
