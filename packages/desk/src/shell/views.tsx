import { Desk } from '../label/desk.js'
import { Streams } from '../streams/streams.js'
import { say } from '../words/say.js'
import { lazy } from './lazy.js'
import { Link } from './navigation.js'
import type { Route } from './routes.js'
import { useTitle } from './title.js'

const Dashboard = lazy(async () => (await import('../dashboard/dashboard.js')).Dashboard)
const Lab = lazy(async () => (await import('../lab/lab.js')).Lab)
const NewStream = lazy(async () => (await import('../streams/new-stream.js')).NewStream)

/** Renders the view of the route. The key remounts it for another stream. */
export const View = ({ route }: { readonly route: Route }) => {
  useTitle(route)
  if (route.view === 'streams') return <Streams />
  if (route.view === 'new') return <NewStream />
  if (route.view === 'lab') return <Lab />
  if (route.view === 'desk')
    return route.stream === undefined ? null : <Desk key={route.stream} stream={route.stream} />
  if (route.view === 'dashboard')
    return route.stream === undefined ? null : <Dashboard key={route.stream} stream={route.stream} />
  return (
    <main id="main" class="page">
      <div class="quiet-state">
        <h1>{say('common.unknownPage')}</h1>
        <p>
          <Link to={{ view: 'streams' }}>{say('common.allStreams')}</Link>
        </p>
      </div>
    </main>
  )
}
