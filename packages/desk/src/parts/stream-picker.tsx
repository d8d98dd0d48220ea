import { unwrap } from '@askance/server/client'
import { useState } from 'preact/hooks'
import { Link } from '../shell/navigation.js'
import type { StreamView } from '../shell/routes.js'
import { useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { Menu } from './menu.js'
import { formatCount } from './numbers.js'

const MAX_SHOWN = 100

interface Listed {
  readonly id: string
  readonly title: string
  readonly open: number
}

interface StreamPickerProps {
  readonly id: string
  /** The view that the links open. */
  readonly view: StreamView
  /** The stream name, if it is not shown elsewhere. */
  readonly title?: string
}

/** A menu of streams, loaded when opened. */
export const StreamPicker = ({ id, view, title }: StreamPickerProps) => {
  const { client, me } = useSession()
  const [streams, setStreams] = useState<readonly Listed[]>([])
  const load = () => {
    unwrap(client.GET('/v1/streams', { params: { query: { limit: MAX_SHOWN } } })).then(
      ({ items }) =>
        setStreams(
          items.map(({ id, config, counts }) => ({ id, title: config.title ?? id, open: counts.open })),
        ),
      () => setStreams([]),
    )
  }
  if (me.stream !== undefined) return title === undefined ? null : <p class="stream-name">{title}</p>
  const label = (
    <>
      {title !== undefined && <span class="stream-name">{title}</span>}
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="m3 4.5 3 3 3-3" />
      </svg>
    </>
  )
  const name = title === undefined ? say('common.otherStreams') : say('common.otherStreamsOf', { title })
  return (
    <Menu label={label} name={name} class="picker" onOpen={load}>
      {streams.map((one) => (
        <Link
          key={one.id}
          to={{ view, stream: one.id }}
          {...(one.id === id && { 'aria-current': 'page' as const })}
        >
          {one.title}
          {one.open > 0 && <span class="count">{formatCount(one.open)}</span>}
        </Link>
      ))}
      <Link to={{ view: 'streams' }}>{say('common.allStreams')}</Link>
    </Menu>
  )
}
