import { Desk } from '../label/desk.js'
import { Streams } from '../streams/streams.js'
import { say } from '../words/say.js'
import { lazy } from './lazy.js'
import { Link } from './navigation.js'
import type { Place } from './places.js'
import { useTitle } from './title.js'

const Dashboard = lazy(async () => (await import('../dashboard/dashboard.js')).Dashboard)
const Lab = lazy(async () => (await import('../lab/lab.js')).Lab)
const NewStream = lazy(async () => (await import('../streams/new-stream.js')).NewStream)

/** What the address shows. A view is about one stream: another stream begins it anew. */
export const View = ({ place }: { readonly place: Place }) => {
  useTitle(place)
  if (place.view === 'streams') return <Streams />
  if (place.view === 'new') return <NewStream />
  if (place.view === 'lab') return <Lab />
  if (place.view === 'desk')
    return place.stream === undefined ? null : <Desk key={place.stream} stream={place.stream} />
  if (place.view === 'dashboard')
    return place.stream === undefined ? null : <Dashboard key={place.stream} stream={place.stream} />
  return (
    <main id="main" class="page">
      <div class="quiet-state">
        <h1>{say('common.unknownPage')}</h1>
        <p>
          <Link to={{ view: 'streams' }}>{say('common.toStreams')}</Link>
        </p>
      </div>
    </main>
  )
}
