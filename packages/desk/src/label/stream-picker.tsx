import { unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLoaded } from '../parts/loaded.js'
import { counted } from '../parts/numbers.js'
import type { StreamDetail } from '../shell/follow.js'
import { Link } from '../shell/navigation.js'
import { useSession } from '../shell/session.js'
import { say } from '../words/say.js'

const MOST_SHOWN = 12

const Others = ({ stream }: { readonly stream: string }) => {
  const { client } = useSession()
  const { data } = useLoaded(
    (signal) => unwrap(client.GET('/v1/streams', { params: { query: { limit: MOST_SHOWN } }, signal })),
    [client],
  )
  return (
    <ul>
      {data?.items
        .filter(({ id }) => id !== stream)
        .map(({ id, config, counts }) => (
          <li key={id}>
            <Link to={{ view: 'desk', stream: id }}>
              <span>{config.title ?? id}</span>
              {counts.open > 0 && <span class="count">{counted(counts.open)}</span>}
            </Link>
          </li>
        ))}
      <li>
        <Link to={{ view: 'streams' }}>{say('label.allStreams')}</Link>
      </li>
    </ul>
  )
}

/** The name of the stream; it opens the names of the others. */
export const StreamPicker = ({ detail: { id, config } }: { readonly detail: StreamDetail }) => {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && box.current?.contains(event.target)
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !isInside) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [isOpen])
  return (
    <div class="picker" ref={box}>
      <button
        type="button"
        class="stream-name"
        aria-expanded={isOpen}
        title={say('label.pick')}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{config.title ?? id}</span>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2.5 4.5 6 8l3.5-3.5" />
        </svg>
      </button>
      {isOpen && <Others stream={id} />}
    </div>
  )
}
