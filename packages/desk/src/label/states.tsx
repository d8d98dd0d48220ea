import type { Schemas } from '@askance/server/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { budgetUse, questionCounts } from '../parts/budget.js'
import { ExportMenu } from '../parts/export-menu.js'
import { ClosedEyes } from '../parts/eyes.js'
import { formatDuration } from '../parts/numbers.js'
import type { StreamDetail } from '../shell/follow.js'
import { Link } from '../shell/navigation.js'
import { say } from '../words/say.js'

const SKELETON_WIDTHS = [70, 40, 0, 92, 96, 88, 40, 90, 60]
const SKELETON_DELAY = 150

/** A loading skeleton, shown only after a short delay. */
export const Loading = () => {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SKELETON_DELAY)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="stack">
      <div class="card bones" role="status" aria-label={say('label.loading')}>
        {isLong && SKELETON_WIDTHS.map((width, n) => <i key={n} style={{ width: `${width}%` }} />)}
      </div>
    </div>
  )
}

interface EmptyStateProps {
  readonly title: string
  readonly children: ComponentChildren
}

/** A card with a message instead of an item. */
export const EmptyState = ({ title, children }: EmptyStateProps) => (
  <div class="stack">
    <div class="card">
      <div class="quiet-state">
        <ClosedEyes />
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  </div>
)

/** A shorter time span gives no useful estimate. */
const MIN_SPAN = 60 * 60_000

/** Describes how often questions arrived so far. */
const questionFrequency = (created: number, { items, spent }: Schemas['Counts']): string => {
  if (spent === 0) return ''
  const oneIn = say('label.states.oneIn', { count: Math.max(1, Math.round(items / spent)) })
  const span = Date.now() - created
  if (span < MIN_SPAN || spent < 5) return oneIn
  return `${oneIn} ${say('label.states.every', { time: formatDuration(span / spent) })}`
}

/** How to announce a new question. */
type NotifyMode = 'no' | 'notification' | 'title'

/** Requests permission for notifications; the tab title is the fallback. */
const requestNotifications = async (): Promise<NotifyMode> => {
  if (typeof Notification === 'undefined') return 'title'
  const answer = await Notification.requestPermission().catch(() => 'denied' as const)
  return answer === 'granted' ? 'notification' : 'title'
}

interface NoQuestionsProps {
  readonly detail: StreamDetail
  readonly counts: Schemas['Counts']
  readonly notifyMode: NotifyMode
  onNotifyMode(mode: NotifyMode): void
}

/** Shown if there is no open question or the budget is spent. */
export const NoQuestions = ({ detail, counts, notifyMode, onNotifyMode }: NoQuestionsProps) => {
  const { id, config, created, status } = detail
  const used = budgetUse(config.budget, questionCounts({ config }, counts))
  const dashboard = { view: 'dashboard', stream: id } as const
  if (used.isSpent)
    return (
      <EmptyState title={say('label.states.spent')}>
        <p>
          {say(status.pool ? 'label.states.poolSpentText' : 'label.states.spentText', {
            spent: counts.spent,
            of: used.allowed ?? 0,
          })}
        </p>
        <div class="row">
          <ExportMenu stream={detail} />
          <Link to={dashboard} class="button primary">
            {say('label.states.changes')}
          </Link>
        </div>
      </EmptyState>
    )
  if (status.pool) return <PoolIdle detail={detail} isDone={counts.open === 0} />
  return (
    <EmptyState title={say('label.states.empty')}>
      <p>
        {say('label.states.emptyText')} {questionFrequency(created, counts)}
      </p>
      <div class="row">
        {notifyMode === 'no' ? (
          <button type="button" class="button" onClick={() => void requestNotifications().then(onNotifyMode)}>
            {say('label.states.notify')}
          </button>
        ) : (
          <p role="status">
            {say(notifyMode === 'title' ? 'label.states.notifyByTitle' : 'label.states.notifyOn')}
          </p>
        )}
        <Link to={dashboard} class="button quiet">
          {say('label.states.dashboard')}
        </Link>
      </div>
    </EmptyState>
  )
}

/** In a pool, no question is left, or all open ones are with others. */
const PoolIdle = ({ detail, isDone }: { readonly detail: StreamDetail; readonly isDone: boolean }) => (
  <EmptyState title={say(isDone ? 'label.states.done' : 'label.states.shared')}>
    <p>{say(isDone ? 'label.states.doneText' : 'label.states.sharedText')}</p>
    <div class="row">
      {isDone && <ExportMenu stream={detail} />}
      <Link to={{ view: 'dashboard', stream: detail.id }} class="button primary">
        {say('label.states.changes')}
      </Link>
    </div>
  </EmptyState>
)

/** Announces the next question once, in the chosen way. */
export const useNotification = (
  hasQuestion: boolean,
  title: string,
): readonly [NotifyMode, (mode: NotifyMode) => void] => {
  const [mode, setMode] = useState<NotifyMode>('no')
  useEffect(() => {
    if (!hasQuestion || mode === 'no') return
    setMode('no')
    const text = say('label.states.arrived')
    if (mode === 'notification') {
      const shown = new Notification(text, {
        body: say('label.states.arrivedText', { stream: title }),
        tag: 'askance',
      })
      shown.onclick = () => {
        focus()
        shown.close()
      }
      return
    }
    const before = document.title
    document.title = `(1) ${text} · ${before}`
    const restore = () => {
      if (!document.hidden) document.title = before
    }
    if (document.hidden) document.addEventListener('visibilitychange', restore, { once: true })
    else setTimeout(restore, 5000)
  }, [hasQuestion, mode, title])
  return [mode, setMode]
}
