import { unwrap } from '@askance/server/client'
import { useState } from 'preact/hooks'
import { duration } from '../parts/numbers.js'
import { reasonOf } from '../parts/problem.js'
import { Link } from '../shell/navigation.js'
import { reaches, useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { downloadLog, downloadModel } from './downloads.js'
import { useNow } from './live.js'
import { Menu } from './menu.js'

interface HeadProps {
  readonly id: string
  readonly title: string
  readonly waiting: number
  readonly connected: boolean
  readonly lastItem: number | undefined
  onSettings(): void
}

/** What the page is about, how it is going, and what can be done. */
export const Head = ({ id, title, waiting, connected, lastItem, onSettings }: HeadProps) => {
  const { me } = useSession()
  return (
    <div class="page-head">
      <h1>{title}</h1>
      <Picker id={id} />
      <LiveLine connected={connected} lastItem={lastItem} />
      <div class="end">
        <Export id={id} />
        {reaches(me.role, 'owner') && (
          <button type="button" class="button quiet" onClick={onSettings}>
            {say('dashboard.settings')}
          </button>
        )}
        {waiting > 0 && reaches(me.role, 'labeller') && (
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
  const ago = duration(Math.max(0, now - lastItem))
  return (
    <span class={connected ? 'live on' : 'live'}>
      {say(connected ? 'dashboard.live' : 'dashboard.quiet', { ago })}
    </span>
  )
}

interface Listed {
  readonly id: string
  readonly title: string
}

/** The other streams; they are asked for when somebody wants to see them. */
const Picker = ({ id }: { readonly id: string }) => {
  const { client, me } = useSession()
  const [streams, setStreams] = useState<readonly Listed[]>([])
  const load = () => {
    unwrap(client.GET('/v1/streams', { params: { query: { limit: 100 } } })).then(
      ({ items }) => setStreams(items.map((one) => ({ id: one.id, title: one.config.title ?? one.id }))),
      () => setStreams([]),
    )
  }
  if (me.stream !== undefined) return null
  const chevron = (
    <svg viewBox="0 0 12 12" aria-hidden="true">
      <path d="m3 4.5 3 3 3-3" />
    </svg>
  )
  return (
    <Menu label={chevron} name={say('dashboard.otherStream')} class="picker" onOpen={load}>
      {streams.map((one) => (
        <Link
          key={one.id}
          to={{ view: 'dashboard', stream: one.id }}
          {...(one.id === id && { 'aria-current': 'page' as const })}
        >
          {one.title}
        </Link>
      ))}
      <Link to={{ view: 'streams' }}>{say('common.toStreams')}</Link>
    </Menu>
  )
}

const Export = ({ id }: { readonly id: string }) => {
  const { client } = useSession()
  const [news, setNews] = useState('')
  const run = (download: typeof downloadModel) => {
    setNews(say('dashboard.exporting'))
    download(client, id).then(
      () => setNews(''),
      (error) => setNews(reasonOf(error)),
    )
  }
  return (
    <>
      <span class="small muted" role="status">
        {news}
      </span>
      <Menu label={say('dashboard.export')}>
        <button type="button" onClick={() => run(downloadModel)}>
          {say('dashboard.exportModel')}
        </button>
        <button type="button" onClick={() => run(downloadLog)}>
          {say('dashboard.exportLog')}
        </button>
      </Menu>
    </>
  )
}
