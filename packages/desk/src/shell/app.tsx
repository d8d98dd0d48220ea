import { unwrap } from '@askance/server/client'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useLoaded } from '../parts/loaded.js'
import { Problem } from '../parts/problem.js'
import { say } from '../words/say.js'
import { Bar } from './bar.js'
import { Help } from './help.js'
import { keep, kept } from './kept.js'
import { goTo, leadTo, usePlace } from './navigation.js'
import type { Place } from './places.js'
import { openSession, type Session, SessionContext } from './session.js'
import { type News, ShellContext } from './shell.js'
import { SignIn } from './sign-in.js'
import { View } from './views.js'

/** The stream of the address, or else the last one, or the only one that a token is for. */
const streamAt = (place: Place, session: Session | undefined): string | undefined =>
  ('stream' in place ? place.stream : undefined) ?? session?.me.stream ?? kept('stream')

/** A desk or a dashboard without a stream is that of the last stream, or of the first there is. */
const useSomeStream = (place: Place, session: Session | undefined): void => {
  const isOpen = (place.view === 'desk' || place.view === 'dashboard') && place.stream === undefined
  useEffect(() => {
    if (!isOpen || !session) return
    let isHere = true
    const known = streamAt(place, session)
    const show = (stream: string | undefined) =>
      isHere && leadTo(stream === undefined ? { view: 'streams' } : { view: place.view as 'desk', stream })
    if (known !== undefined) show(known)
    else
      unwrap(session.client.GET('/v1/streams', { params: { query: { limit: 1 } } })).then(
        ({ items }) => show(items[0]?.id),
        () => show(undefined),
      )
    return () => {
      isHere = false
    }
  }, [isOpen, session, place])
}

export const App = () => {
  const place = usePlace()
  const { data: opened, error, reload } = useLoaded(async () => ({ session: await openSession() }), [])
  const [news, setNews] = useState<News>({})
  const [isHelpOpen, setHelpOpen] = useState(false)
  const shell = useMemo(
    () => ({
      tell: (told: News) => setNews((before) => ({ ...before, ...told })),
      openHelp: () => setHelpOpen(true),
    }),
    [],
  )
  const session = opened?.session
  const stream = streamAt(place, session)
  useEffect(() => {
    if ('stream' in place && place.stream !== undefined) keep('stream', place.stream)
  }, [place])
  useSomeStream(place, session)
  const isAway = opened !== undefined && session === undefined
  return (
    <div class="app">
      <a class="skip-link" href="#main">
        {say('shell.skip')}
      </a>
      <Bar
        place={place}
        session={session}
        stream={stream}
        waiting={news.waiting ?? 0}
        onHelp={shell.openHelp}
      />
      {error !== undefined && (
        <main id="main" class="page">
          <Problem error={error} onRetry={reload} />
        </main>
      )}
      {error === undefined && (isAway || (place.view === 'sign-in' && opened)) && (
        <SignIn
          onDone={() => {
            if (place.view === 'sign-in') goTo({ view: 'streams' })
            reload()
          }}
        />
      )}
      {error === undefined && session && place.view !== 'sign-in' && (
        <SessionContext.Provider value={session}>
          <ShellContext.Provider value={shell}>
            <View place={place} />
          </ShellContext.Provider>
        </SessionContext.Provider>
      )}
      <Help open={isHelpOpen} guidelines={news.guidelines} onClose={() => setHelpOpen(false)} />
    </div>
  )
}
