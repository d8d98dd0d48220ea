import { ExportMenu } from '../parts/export-menu.js'
import { formatDuration } from '../parts/numbers.js'
import type { PoolProgress } from '../parts/pool-advice.js'
import { StreamPicker } from '../parts/stream-picker.js'
import type { StreamDetail } from '../shell/follow.js'
import { Link } from '../shell/navigation.js'
import { say } from '../words/say.js'
import { useNow } from './live.js'

interface HeadProps {
  readonly stream: StreamDetail
  readonly waiting: number
  readonly connected: boolean
  readonly lastItem: number | undefined
  /** The progress of a pool, whose items are all there. */
  readonly pool: PoolProgress | undefined
  onSettings(): void
}

/** Title, live status and actions. */
export const Head = ({ stream, waiting, connected, lastItem, pool, onSettings }: HeadProps) => {
  const { id, may } = stream
  const canAnswer = may.includes('answer')
  const isOpen = pool !== undefined && pool.left > 0 && pool.spent < (pool.labels ?? Number.POSITIVE_INFINITY)
  return (
    <div class="page-head">
      <h1>{stream.config.title ?? id}</h1>
      <StreamPicker id={id} view="dashboard" />
      {pool ? (
        <span class={connected ? 'live on' : 'live'}>{say('dashboard.pooled', { count: pool.items })}</span>
      ) : (
        <LiveLine connected={connected} lastItem={lastItem} />
      )}
      <div class="end">
        <ExportMenu stream={stream} />
        {may.includes('manage') && (
          <button type="button" class="button quiet" onClick={onSettings}>
            {say('dashboard.settings')}
          </button>
        )}
        {isOpen && canAnswer && (
          <Link to={{ view: 'desk', stream: id }} class="button primary">
            {say('dashboard.pool.label')}
          </Link>
        )}
        {!pool && waiting > 0 && canAnswer && (
          <Link to={{ view: 'desk', stream: id }} class="button primary">
            {say('dashboard.answer', { count: waiting })}
          </Link>
        )}
      </div>
    </div>
  )
}

/** Without an item for so long, a stream is not called live. */
const QUIET = 2 * 60_000

const LiveLine = ({ connected, lastItem }: Pick<HeadProps, 'connected' | 'lastItem'>) => {
  const now = useNow(1000)
  if (lastItem === undefined) return <span class="live">{say('dashboard.noItems')}</span>
  const since = Math.max(0, now - lastItem)
  const isLive = connected && since < QUIET
  return (
    <span class={isLive ? 'live on' : 'live'}>
      {say(isLive ? 'dashboard.live' : 'dashboard.quiet', { ago: formatDuration(since) })}
    </span>
  )
}
