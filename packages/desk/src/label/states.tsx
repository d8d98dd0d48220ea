import type { Schemas } from '@askance/server/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { usedOf } from '../parts/budget.js'
import { ClosedEyes } from '../parts/eyes.js'
import { duration } from '../parts/numbers.js'
import type { StreamDetail } from '../shell/follow.js'
import { Link } from '../shell/navigation.js'
import { say } from '../words/say.js'

const BONES = [70, 40, 0, 92, 96, 88, 40, 90, 60]
const BEFORE_BONES = 150

/** Grey lines in the shape of an item, if it takes long enough to be noticed. */
export const Loading = () => {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), BEFORE_BONES)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="stack">
      <div class="card bones" role="status" aria-label={say('label.loading')}>
        {isLong && BONES.map((width, n) => <i key={n} style={{ width: `${width}%` }} />)}
      </div>
    </div>
  )
}

interface QuietProps {
  readonly title: string
  readonly children: ComponentChildren
}

/** A card where nothing is to be answered. */
export const Quiet = ({ title, children }: QuietProps) => (
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

/** A time in which many came at once says nothing of when the next one comes. */
const LEAST_SPAN = 60 * 60_000

/** How often questions came so far. */
const rhythm = (created: number, { items, spent }: Schemas['Counts']): string => {
  if (spent === 0) return ''
  const oneIn = say('label.states.oneIn', { count: Math.max(1, Math.round(items / spent)) })
  const span = Date.now() - created
  if (span < LEAST_SPAN || spent < 5) return oneIn
  return `${oneIn} ${say('label.states.every', { time: duration(span / spent) })}`
}

/** How somebody wants to be told that a question is there. */
export type Telling = 'no' | 'notification' | 'title'

/** Asks the browser whether it may say so; the title of the tab does it where it may not. */
const askToTell = async (): Promise<Telling> => {
  if (typeof Notification === 'undefined') return 'title'
  const answer = await Notification.requestPermission().catch(() => 'denied' as const)
  return answer === 'granted' ? 'notification' : 'title'
}

interface NothingProps {
  readonly detail: StreamDetail
  readonly counts: Schemas['Counts']
  readonly telling: Telling
  onTelling(telling: Telling): void
}

/** No question, because there is none just now or because all labels are spent. */
export const Nothing = ({ detail: { id, config, created }, counts, telling, onTelling }: NothingProps) => {
  const used = usedOf(config.budget, counts)
  const dashboard = { view: 'dashboard', stream: id } as const
  if (used.isSpent)
    return (
      <Quiet title={say('label.states.spent')}>
        <p>{say('label.states.spentText', { spent: counts.spent, of: used.allowed ?? 0 })}</p>
        <div class="row">
          <Link to={dashboard} class="button primary">
            {say('label.states.changes')}
          </Link>
        </div>
      </Quiet>
    )
  return (
    <Quiet title={say('label.states.empty')}>
      <p>
        {say('label.states.emptyText')} {rhythm(created, counts)}
      </p>
      <div class="row">
        {telling === 'no' ? (
          <button type="button" class="button" onClick={() => void askToTell().then(onTelling)}>
            {say('label.states.tell')}
          </button>
        ) : (
          <p role="status">{say(telling === 'title' ? 'label.states.toldTitle' : 'label.states.told')}</p>
        )}
        <Link to={dashboard} class="button quiet">
          {say('label.states.dashboard')}
        </Link>
      </div>
    </Quiet>
  )
}

/** Tells once that a question has come, in the way that was wished for. */
export const useTelling = (
  hasQuestion: boolean,
  title: string,
): readonly [Telling, (telling: Telling) => void] => {
  const [telling, setTelling] = useState<Telling>('no')
  useEffect(() => {
    if (!hasQuestion || telling === 'no') return
    setTelling('no')
    const text = say('label.states.arrived')
    if (telling === 'notification') {
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
  }, [hasQuestion, telling, title])
  return [telling, setTelling]
}
