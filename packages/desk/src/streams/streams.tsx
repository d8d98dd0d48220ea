import { useEffect, useState } from 'preact/hooks'
import { Copy } from '../parts/copy.js'
import { ClosedEyes } from '../parts/eyes.js'
import { Problem } from '../parts/problem.js'
import { kept } from '../shell/kept.js'
import { Link } from '../shell/navigation.js'
import { reaches, useSession } from '../shell/session.js'
import { useShell } from '../shell/shell.js'
import { Said, say } from '../words/say.js'
import { isMeant, type Stream } from './list/listing.js'
import { StreamRow } from './list/stream-row.js'
import { useStreams } from './list/use-streams.js'

/** From so many streams on there is a box to look for one. */
const MANY = 8
const DEMO = 'askance demo'

const sumOf = (streams: readonly Stream[], part: (stream: Stream) => number): number =>
  streams.reduce((sum, stream) => sum + part(stream), 0)

const NewLink = () => (
  <Link to={{ view: 'new' }} class="button primary">
    {say('streams.new.title')}
  </Link>
)

/** The bar tells how many questions wait on the stream that its links lead to. */
const useWaiting = (streams: readonly Stream[]): void => {
  const { me } = useSession()
  const { tell } = useShell()
  const id = me.stream ?? kept('stream')
  const waiting = streams.find((stream) => stream.id === id)?.counts.open ?? 0
  useEffect(() => tell({ waiting }), [tell, waiting])
}

/** All streams of the service, as far as whoever is here may see them. */
export const Streams = () => {
  const { me } = useSession()
  const { listing, loading, error, more, refresh, see } = useStreams()
  const [wanted, setWanted] = useState('')
  const { streams, next } = listing
  useWaiting(streams)
  const mayMake = reaches(me.role, 'owner') && me.stream === undefined
  const shown = streams.filter(({ id, config }) => isMeant({ id, title: config.title }, wanted))
  const isEmpty = streams.length === 0
  if (isEmpty && !loading && error === undefined) return <NoStreams mayMake={mayMake} />
  return (
    <main id="main" class="page streams">
      <div class="page-head">
        <h1>{say('shell.streams')}</h1>
        {!isEmpty && <Sums streams={streams} isCut={next !== undefined} />}
        <div class="end">
          {(streams.length >= MANY || next) && (
            <input
              type="search"
              class="input"
              aria-label={say('streams.list.search')}
              placeholder={say('streams.list.search')}
              value={wanted}
              onInput={({ currentTarget }) => setWanted(currentTarget.value)}
            />
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
      <Said k={isCut ? 'streams.list.sumFirst' : 'streams.list.sumStreams'} count={streams.length} />
    </span>
    <span>
      <Said k="streams.list.waiting" count={sumOf(streams, ({ counts }) => counts.open)} />
    </span>
    <span>
      <Said k="streams.list.sumSpent" count={sumOf(streams, ({ counts }) => counts.spent)} />
    </span>
  </p>
)

const NoStreams = ({ mayMake }: { readonly mayMake: boolean }) => (
  <main id="main" class="page streams">
    <div class="quiet-state">
      <ClosedEyes />
      <h1>{say('streams.empty.title')}</h1>
      <p>{say(mayMake ? 'streams.empty.what' : 'streams.empty.notYours')}</p>
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
