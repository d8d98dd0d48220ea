import { ExportMenu } from '../parts/export-menu.js'
import { formatDuration } from '../parts/numbers.js'
import { StreamPicker } from '../parts/stream-picker.js'
import { Link } from '../shell/navigation.js'
import { hasRole, useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { useNow } from './live.js'

interface HeadProps {
  readonly id: string
  readonly title: string
  readonly waiting: number
  readonly connected: boolean
  readonly lastItem: number | undefined
  onSettings(): void
}

/** Title, live status and actions. */
export const Head = ({ id, title, waiting, connected, lastItem, onSettings }: HeadProps) => {
  const { me } = useSession()
  return (
    <div class="page-head">
      <h1>{title}</h1>
      <StreamPicker id={id} view="dashboard" />
      <LiveLine connected={connected} lastItem={lastItem} />
      <div class="end">
        <ExportMenu stream={id} />
        {hasRole(me.role, 'owner') && (
          <button type="button" class="button quiet" onClick={onSettings}>
            {say('dashboard.settings')}
          </button>
        )}
        {waiting > 0 && hasRole(me.role, 'labeller') && (
          <Link to={{ view: 'desk', stream: id }} class="button primary">
            {say('dashboard.answer', { count: waiting })}
          </Link>
        )}
      </div>
    </div>
  )
}

const LiveLine = ({ connected, lastItem }: Pick<HeadProps, 'connected' | 'lastItem'>) => {
  const now = useNow(1000)
  if (lastItem === undefined) return <span class="live">{say('dashboard.noItems')}</span>
  const ago = formatDuration(Math.max(0, now - lastItem))
  return (
    <span class={connected ? 'live on' : 'live'}>
      {say(connected ? 'dashboard.live' : 'dashboard.quiet', { ago })}
    </span>
  )
}
