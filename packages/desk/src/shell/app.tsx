import { unwrap } from '@askance/server/client'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useLoaded } from '../parts/loaded.js'
import { Problem } from '../parts/problem.js'
import { say } from '../words/say.js'
import { Bar } from './bar.js'
import { DemoStrip } from './demo/strip.js'
import { demoStream, isDemo } from './demo/use-demo.js'
import { Help } from './help.js'
import { Join } from './join.js'
import { navigate, replaceRoute, useRoute } from './navigation.js'
import { isStreamView, type Route } from './routes.js'
import { openSession, type Session, SessionContext } from './session.js'
import { ShellContext, type ShellUpdate } from './shell.js'
import { SignIn } from './sign-in.js'
import { readStored, writeStored } from './storage.js'
import { View } from './views.js'

/** The stream of the route, else the token's only stream, else the last one used. */
const currentStream = (route: Route, session: Session | undefined): string | undefined =>
  ('stream' in route ? route.stream : undefined) ?? session?.me.stream ?? readStored('stream')

/** Redirects the view of a stream without a stream to the last or first stream. */
const useDefaultStream = (route: Route, session: Session | undefined): void => {
  const isOpen = isStreamView(route) && route.stream === undefined
  useEffect(() => {
    if (!isOpen || !isStreamView(route) || !session) return
    let isHere = true
    const known = currentStream(route, session)
    const show = (stream: string | undefined) =>
      isHere && replaceRoute(stream === undefined ? { view: 'streams' } : { view: route.view, stream })
    if (known !== undefined) show(known)
    else
      unwrap(session.client.GET('/v1/streams', { params: { query: { limit: 1 } } })).then(
        ({ items }) => show(items[0]?.id),
        () => show(undefined),
      )
    return () => {
      isHere = false
    }
  }, [isOpen, session, route])
}

/**
 * A demo opens on its desk, once in each tab: the address without a path is the one that it prints. Returns whether the
 * page still waits for the name of its stream.
 */
const useDemoStart = (route: Route, session: Session | undefined): boolean => {
  const [isPending, setPending] = useState(isDemo)
  useEffect(() => {
    if (!isPending || !session) return
    let isHere = true
    const start = (stream: string | undefined) => {
      if (!isHere) return
      setPending(false)
      if (stream === undefined || readStored('demo') === stream) return
      writeStored('demo', stream, 'tab')
      if (route.view === 'streams') replaceRoute({ view: 'desk', stream })
    }
    demoStream(session.client).then(start, () => start(undefined))
    return () => {
      isHere = false
    }
  }, [isPending, session, route])
  return isPending && route.view === 'streams'
}

export const App = () => {
  const route = useRoute()
  const { data: opened, error, reload } = useLoaded(async () => ({ session: await openSession() }), [])
  const [shellState, setShellState] = useState<ShellUpdate>({})
  const [isHelpOpen, setHelpOpen] = useState(false)
  const shell = useMemo(
    () => ({
      update: (change: ShellUpdate) => setShellState((before) => ({ ...before, ...change })),
      openHelp: () => setHelpOpen(true),
    }),
    [],
  )
  const session = opened?.session
  const stream = currentStream(route, session)
  useEffect(() => {
    if ('stream' in route && route.stream !== undefined) writeStored('stream', route.stream)
  }, [route])
  useDefaultStream(route, session)
  const isStarting = useDemoStart(route, session)
  const isAway = opened !== undefined && session === undefined
  return (
    <div class="app">
      <a class="skip-link" href="#main">
        {say('shell.skip')}
      </a>
      <Bar
        route={route}
        session={session}
        stream={stream}
        waiting={shellState.waiting ?? 0}
        onHelp={shell.openHelp}
      />
      {error !== undefined && (
        <main id="main" class="page">
          <Problem error={error} onRetry={reload} />
        </main>
      )}
      {error === undefined && opened && route.view === 'join' && <Join session={session} onDone={reload} />}
      {error === undefined && route.view !== 'join' && (isAway || (route.view === 'sign-in' && opened)) && (
        <SignIn
          onDone={() => {
            if (route.view === 'sign-in') navigate({ view: 'streams' })
            reload()
          }}
        />
      )}
      {error === undefined && session && route.view !== 'sign-in' && route.view !== 'join' && (
        <SessionContext.Provider value={session}>
          <ShellContext.Provider value={shell}>
            {isDemo() && <DemoStrip />}
            {!isStarting && <View route={route} />}
          </ShellContext.Provider>
        </SessionContext.Provider>
      )}
      <Help open={isHelpOpen} guidelines={shellState.guidelines} onClose={() => setHelpOpen(false)} />
    </div>
  )
}
