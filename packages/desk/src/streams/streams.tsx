import { useEffect, useState } from 'preact/hooks'
import { Copy } from '../parts/copy.js'
import { ClosedEyes } from '../parts/eyes.js'
import { Problem } from '../parts/problem.js'
import { SearchInput } from '../parts/search-input.js'
import { Link } from '../shell/navigation.js'
import { hasRole, useSession } from '../shell/session.js'
import { useShell } from '../shell/shell.js'
import { readStored } from '../shell/storage.js'
import { RichText, say } from '../words/say.js'
import { matchesSearch, type Stream } from './list/listing.js'
import { StreamRow } from './list/stream-row.js'
import { useStreams } from './list/use-streams.js'

/** Number of streams from which on a search box is shown. */
const MIN_FOR_SEARCH = 8
const DEMO = 'askance demo'

const sumOver = (streams: readonly Stream[], part: (stream: Stream) => number): number =>
  streams.reduce((sum, stream) => sum + part(stream), 0)

const NewLink = () => (
  <Link to={{ view: 'new' }} class="button primary">
    {say('streams.new.title')}
  </Link>
)

/** Shows the open questions of the current stream in the bar. */
const useWaiting = (streams: readonly Stream[]): void => {
  const { me } = useSession()
  const { update } = useShell()
  const id = me.stream ?? readStored('stream')
  const waiting = streams.find((stream) => stream.id === id)?.counts.open ?? 0
  useEffect(() => update({ waiting }), [update, waiting])
}

/** All streams that the user can access. */
export const Streams = () => {
  const { me } = useSession()
  const { listing, loading, error, more, refresh, see } = useStreams()
  const [wanted, setWanted] = useState('')
  const { streams, next } = listing
  useWaiting(streams)
  const mayMake = hasRole(me.role, 'owner') && me.stream === undefined
  const shown = streams.filter(({ id, config }) => matchesSearch({ id, title: config.title }, wanted))
  const isEmpty = streams.length === 0
  if (isEmpty && !loading && error === undefined) return <NoStreams mayMake={mayMake} />
  return (
    <main id="main" class="page streams">
      <div class="page-head">
        <h1>{say('shell.streams')}</h1>
        {!isEmpty && <Sums streams={streams} isCut={next !== undefined} />}
        <div class="end">
          {(streams.length >= MIN_FOR_SEARCH || next) && (
            <SearchInput label={say('streams.list.search')} value={wanted} onInput={setWanted} />
          )}
          {mayMake && <NewLink />}
        </div>
      </div>
      {error !== undefined && <Problem error={error} onRetry={refresh} />}
      {isEmpty ? (
        <p class="unseen" role="status">
          {loading && say('shell.loading')}
        </p>
      ) : (
        <section class="panel list" aria-label={say('shell.streams')}>
          <div class="row heads" aria-hidden="true">
            <span>{say('streams.list.stream')}</span>
            <span>{say('streams.list.since')}</span>
            <span>{say('streams.list.accuracy')}</span>
            <span>{say('streams.list.gain')}</span>
            <span>{say('streams.list.labels')}</span>
          </div>
          {shown.map((stream) => (
            <StreamRow key={stream.id} stream={stream} see={see} onChanged={refresh} />
          ))}
          {shown.length === 0 && <p class="none">{say('streams.list.noneFound', { wanted })}</p>}
        </section>
      )}
      {next && !isEmpty && (
        <p class="more">
          <button type="button" class="button" disabled={loading} onClick={more}>
            {say('streams.list.more')}
          </button>
          <span class="small muted" role="status">
            {say(wanted === '' ? 'streams.list.loaded' : 'streams.list.searched', { count: streams.length })}
          </span>
        </p>
      )}
      {!isEmpty && <p class="hint note">{say('streams.list.note')}</p>}
    </main>
  )
}

const Sums = ({ streams, isCut }: { readonly streams: readonly Stream[]; readonly isCut: boolean }) => (
  <p class="sums">
    <span>
      <RichText
        k={isCut ? 'streams.list.firstStreamCount' : 'streams.list.streamCount'}
        count={streams.length}
      />
    </span>
    <span>
      <RichText k="streams.list.waiting" count={sumOver(streams, ({ counts }) => counts.open)} />
    </span>
    <span>
      <RichText k="streams.list.spentCount" count={sumOver(streams, ({ counts }) => counts.spent)} />
    </span>
  </p>
)

const NoStreams = ({ mayMake }: { readonly mayMake: boolean }) => (
  <main id="main" class="page streams">
    <div class="quiet-state">
      <ClosedEyes />
      <h1>{say('streams.empty.title')}</h1>
      <p>{say(mayMake ? 'streams.empty.what' : 'streams.empty.noAccess')}</p>
      {mayMake && (
        <>
          <div class="row">
            <NewLink />
          </div>
          <p class="demo">{say('streams.empty.demo')}</p>
          <p class="command">
            <code class="mono">{DEMO}</code>
            <Copy text={DEMO} />
          </p>
        </>
      )}
    </div>
  </main>
)
