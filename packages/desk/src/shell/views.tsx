import type { ComponentType } from 'preact'
import { Desk } from '../label/desk.js'
import { Streams } from '../streams/streams.js'
import { say } from '../words/say.js'
import { lazy } from './lazy.js'
import { Link } from './navigation.js'
import { isStreamView, type Route, type StreamView } from './routes.js'
import { useTitle } from './title.js'

const Dashboard = lazy(async () => (await import('../dashboard/dashboard.js')).Dashboard)
const Items = lazy(async () => (await import('../items/items.js')).Items)
const Review = lazy(async () => (await import('../items/review.js')).Review)
const People = lazy(async () => (await import('../items/people.js')).People)
const Lab = lazy(async () => (await import('../lab/lab.js')).Lab)
const NewStream = lazy(async () => (await import('../streams/new-stream.js')).NewStream)

const streamViews: Readonly<Record<StreamView, ComponentType<{ readonly stream: string }>>> = {
  desk: Desk,
  dashboard: Dashboard,
  items: Items,
  review: Review,
  people: People,
}

/** Renders the view of the route. The key remounts it for another stream. */
export const View = ({ route }: { readonly route: Route }) => {
  useTitle(route)
  if (route.view === 'streams') return <Streams />
  if (route.view === 'new') return <NewStream />
  if (route.view === 'lab') return <Lab />
  if (isStreamView(route)) {
    const { view, stream } = route
    const Chosen = streamViews[view]
    return stream === undefined ? null : <Chosen key={`${view} ${stream}`} stream={stream} />
  }
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
