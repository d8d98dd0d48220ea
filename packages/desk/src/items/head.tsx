import type { ComponentChildren } from 'preact'
import { StreamPicker } from '../parts/stream-picker.js'
import type { StreamDetail } from '../shell/follow.js'
import { Link } from '../shell/navigation.js'
import { hasRole, useSession } from '../shell/session.js'
import { say } from '../words/say.js'

type Tab = 'items' | 'review' | 'people'

interface HeadProps {
  readonly stream: string
  readonly detail: StreamDetail | undefined
  readonly tab: Tab
  readonly children?: ComponentChildren
}

/** The title of the stream and links to the lists about it. */
export const Head = ({ stream, detail, tab, children }: HeadProps) => {
  const { me, anonymous } = useSession()
  const tabs: readonly Tab[] = [
    'items',
    'review',
    ...(hasRole(me.role, 'owner') && !anonymous ? (['people'] as const) : []),
  ]
  return (
    <div class="page-head">
      <h1>{detail?.config.title ?? stream}</h1>
      <StreamPicker id={stream} view={tab} />
      <nav class="segments" aria-label={say('items.tabs')}>
        {tabs.map((name) => (
          <Link
            key={name}
            to={{ view: name, stream }}
            {...(name === tab && { 'aria-current': 'page' as const })}
          >
            {say(`shell.${name}`)}
          </Link>
        ))}
      </nav>
      <div class="end">{children}</div>
    </div>
  )
}
