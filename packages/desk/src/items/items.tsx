import { unwrap } from '@askance/server/client'
import { useEffect, useState } from 'preact/hooks'
import { FileColumns } from '../item/file-columns.js'
import { binaryOf, thresholdText } from '../parts/binary.js'
import type { LabelOrLabels } from '../parts/labels.js'
import { useLoaded } from '../parts/loaded.js'
import { formatCount } from '../parts/numbers.js'
import { Problem } from '../parts/problem.js'
import { useStream } from '../shell/follow.js'
import { hasRole, useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { ChooseClass } from './choose-class.js'
import { type Filter, filterFrom, filterSearch } from './filter.js'
import { Filters } from './filters.js'
import { Head } from './head.js'
import { Rows } from './rows.js'
import { useItems } from './use-items.js'
import { useRelabelling } from './use-relabelling.js'

/** The filter, kept in the address. */
const useFilter = (): readonly [Filter, (filter: Filter) => void] => {
  const [filter, setFilter] = useState(() => filterFrom(location.search))
  useEffect(() => {
    history.replaceState(history.state, '', `${location.pathname}${filterSearch(filter)}`)
  }, [filter])
  return [filter, setFilter]
}

/** The items of a stream, to search, filter and label many at once. */
export const Items = ({ stream }: { readonly stream: string }) => {
  const { client, me } = useSession()
  const canLabel = hasRole(me.role, 'labeller')
  const detail = useStream(stream)
  const people = useLoaded(
    (signal) =>
      unwrap(client.GET('/v1/streams/{stream}/labellers', { params: { path: { stream } }, signal })),
    [client, stream],
  )
  const [filter, setFilter] = useFilter()
  const list = useItems(stream, filter)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isChoosing, setChoosing] = useState(false)
  const bulk = useRelabelling(stream)
  const classes = detail.data?.status.classes ?? []
  const binary = detail.data && binaryOf(detail.data)
  const { items } = list
  const chosen = items?.flatMap(({ id }) => (selected.has(id) ? [id] : [])) ?? []

  const apply = (label: LabelOrLabels | null) => {
    setChoosing(false)
    void bulk.change(chosen, label, (done) => {
      list.apply(done, me.name)
      setSelected(new Set())
    })
  }
  const { message, isBusy, last } = bulk.state
  return (
    <main id="main" class="page items-page">
      <Head stream={stream} detail={detail.data} tab="items" />
      {detail.error !== undefined && <Problem error={detail.error} onRetry={detail.reload} />}
      <Filters
        filter={filter}
        classes={classes}
        labellers={people.data?.labellers ?? []}
        onChange={(changed) => {
          setFilter(changed)
          setSelected(new Set())
        }}
      />
      {list.error !== undefined && <Problem error={list.error} onRetry={list.reload} />}
      {items && items.length > 0 && (
        <FileColumns.Provider value={detail.data?.config.file?.columns ?? []}>
          <Rows
            items={items}
            classes={classes}
            binary={binary}
            selected={canLabel ? selected : undefined}
            onSelect={setSelected}
          />
        </FileColumns.Provider>
      )}
      {binary && items && items.length > 0 && <p class="muted">{thresholdText(binary)}</p>}
      <p class="muted" role="status">
        {list.isLoading
          ? say('items.loading')
          : items?.length === 0 && say(list.hasMore ? 'items.noneYet' : 'items.none')}
      </p>
      {list.hasMore && !list.isLoading && (
        <p class="more">
          <button type="button" class="button" onClick={list.more}>
            {say('items.more')}
          </button>
        </p>
      )}
      {(chosen.length > 0 || message !== '') && (
        <section class="bulk-bar" aria-label={say('items.bulk')}>
          <span role="status">
            {isBusy || chosen.length === 0
              ? message
              : say('items.selected', { count: formatCount(chosen.length) })}
          </span>
          {chosen.length > 0 && !isBusy && (
            <>
              <button type="button" class="button primary" onClick={() => setChoosing(true)}>
                {say('items.labelAs')}
              </button>
              <button type="button" class="button" onClick={() => apply(null)}>
                {say('items.remove')}
              </button>
              <button type="button" class="button quiet" onClick={() => setSelected(new Set())}>
                {say('items.clear')}
              </button>
            </>
          )}
          {chosen.length === 0 && last && last.changed.length > 0 && (
            <button type="button" class="button" onClick={() => void bulk.undo(list.reload)}>
              {say('items.undo')}
            </button>
          )}
        </section>
      )}
      <ChooseClass
        title={say('items.choose', { count: chosen.length })}
        classes={classes}
        isSeveral={detail.data?.config.multiLabel === true}
        open={isChoosing}
        onPick={apply}
        onClose={() => setChoosing(false)}
      />
    </main>
  )
}
