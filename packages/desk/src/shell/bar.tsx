import { useState } from 'preact/hooks'
import { Eyes } from '../parts/eyes.js'
import { say } from '../words/say.js'
import { AccountDialog } from './account-dialog.js'
import { Link } from './navigation.js'
import type { Route, StreamView } from './routes.js'
import type { Session } from './session.js'
import { switchTheme } from './theme.js'

interface BarProps {
  readonly route: Route
  readonly session: Session | undefined
  /** The stream that the desk and dashboard links open. */
  readonly stream: string | undefined
  readonly waiting: number
  onHelp(): void
}

const initials = (name: string): string =>
  name
    .split(/[\s._@-]+/)
    .slice(0, 2)
    .map((part) => [...part][0]?.toUpperCase() ?? '')
    .join('')

export const Bar = ({ route, session, stream, waiting, onHelp }: BarProps) => {
  const [isOpen, setOpen] = useState(false)
  const at = (...views: readonly Route['view'][]) =>
    views.includes(route.view) ? { 'aria-current': 'page' as const } : {}
  const of = (view: StreamView): Route => ({ view, ...(stream !== undefined && { stream }) })
  return (
    <header class="bar">
      <Link to={{ view: 'streams' }} class="wordmark" aria-label={say('common.home')}>
        <Eyes />
        <b>{say('common.askance')}</b>
      </Link>
      {session && (
        <nav aria-label={say('shell.main')}>
          <Link to={of('desk')} {...at('desk')}>
            {say('shell.desk')}
            {waiting > 0 && (
              <span class="count" title={say('shell.waiting', { count: waiting })}>
                {waiting}
              </span>
            )}
          </Link>
          <Link to={of('dashboard')} {...at('dashboard')}>
            {say('shell.dashboard')}
          </Link>
          <Link to={of('items')} {...at('items', 'review', 'people')}>
            {say('shell.items')}
          </Link>
          <Link to={{ view: 'lab' }} {...at('lab')}>
            {say('shell.lab')}
          </Link>
          {/* On phones the logo is the link to the streams. */}
          <Link to={{ view: 'streams' }} class="wide" {...at('streams', 'new')}>
            {say('shell.streams')}
          </Link>
        </nav>
      )}
      <div class="end">
        <button type="button" class="icon wide" aria-label={say('shell.help')} onClick={onHelp}>
          <svg viewBox="0 0 18 18" aria-hidden="true">
            <circle cx="9" cy="9" r="7.2" />
            <path d="M6.9 7.1a2.1 2.1 0 1 1 3 1.9c-.6.3-.9.7-.9 1.4M9 12.7v.1" />
          </svg>
        </button>
        <button
          type="button"
          class={session ? 'icon wide' : 'icon'}
          aria-label={say('shell.theme')}
          onClick={switchTheme}
        >
          <svg viewBox="0 0 18 18" aria-hidden="true">
            <circle cx="9" cy="9" r="6.6" />
            <path d="M9 2.4a6.6 6.6 0 0 1 0 13.2Z" fill="currentColor" />
          </svg>
        </button>
        {session && (
          <button
            type="button"
            class="initials"
            aria-label={say('shell.whoami', {
              name: session.me.name,
              role: say(`shell.roles.${session.me.role}`),
            })}
            onClick={() => setOpen(true)}
          >
            {initials(session.me.name)}
          </button>
        )}
      </div>
      {session && (
        <AccountDialog session={session} open={isOpen} onHelp={onHelp} onClose={() => setOpen(false)} />
      )}
    </header>
  )
}
