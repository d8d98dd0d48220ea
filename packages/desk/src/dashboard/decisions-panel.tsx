import { useRef, useState } from 'preact/hooks'
import { readItem } from '../item/read.js'
import { type Binary, positiveShare, saysNothing, thresholdText } from '../parts/binary.js'
import { ClassNames } from '../parts/class-name.js'
import { isSameLabel } from '../parts/labels.js'
import { formatProbability } from '../parts/numbers.js'
import { Problem } from '../parts/problem.js'
import { reasonText, stateText } from '../parts/question-words.js'
import { SearchInput } from '../parts/search-input.js'
import { Segments } from '../parts/segments.js'
import { ShareBar } from '../parts/share-bar.js'
import { formatTimeWithSeconds } from '../parts/times.js'
import { say } from '../words/say.js'
import type { ListedItem } from './api.js'
import { type Filter, useDecisions } from './decisions.js'
import { Detail } from './detail.js'

interface DecisionsProps {
  readonly stream: string
  readonly classes: readonly string[]
  /** With two classes, the probability of the positive one is shown. */
  readonly binary: Binary | undefined
  /** Whether anything was learned. */
  readonly isReady: boolean
  readonly updates: number
  /** Current number of items. */
  readonly items: number
  readonly now: number
  readonly filter: Filter
  onFilter(filter: Filter): void
}

/** Recent decisions. The list does not move while it is hovered or focused. */
export const DecisionsPanel = (props: DecisionsProps) => {
  const { stream, classes, binary, isReady, updates, items: count, now, filter, onFilter } = props
  const [isPaused, setPaused] = useState(false)
  const [opened, setOpened] = useState<string>()
  const seen = useRef(count)
  if (!isPaused) seen.current = count
  const fresh = count - seen.current
  const { items, hasMore, error, more, reload } = useDecisions(stream, filter, updates, isPaused)
  const isFiltered = filter.show !== 'all' || filter.predicted !== '' || filter.search.trim() !== ''
  return (
    <section class="panel wide decisions" aria-labelledby="decisions-title" id="decisions">
      <div class="panel-head">
        <h2 id="decisions-title" tabIndex={-1}>
          {say('dashboard.decisions.title')}
        </h2>
        <span class="note">
          {say('dashboard.decisions.note')}{' '}
          {/* Always reserves its space, so that rows do not move under the pointer. */}
          <span class="fresh">{fresh > 0 && say('dashboard.decisions.new', { count: fresh })}</span>
        </span>
        <Filters filter={filter} classes={classes} onFilter={onFilter} />
      </div>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      <div
        onPointerEnter={() => setPaused(true)}
        onPointerLeave={() => setPaused(false)}
        onFocusIn={() => setPaused(true)}
        onFocusOut={() => setPaused(false)}
      >
        {!isReady && count > 0 && <p class="muted">{say('dashboard.decisions.notReady')}</p>}
        {items && items.length > 0 && (
          <Rows
            items={items}
            classes={classes}
            binary={binary}
            isReady={isReady}
            now={now}
            onOpen={setOpened}
          />
        )}
        {binary && isReady && items && items.length > 0 && <p class="caption">{thresholdText(binary)}</p>}
        {items?.length === 0 && (
          <p class="muted">
            {say(isFiltered ? 'dashboard.decisions.noneFound' : 'dashboard.decisions.none')}
          </p>
        )}
        {hasMore && (
          <p class="more">
            <button type="button" class="button" onClick={more}>
              {say('dashboard.decisions.more')}
            </button>
          </p>
        )}
      </div>
      {opened !== undefined && (
        <Detail
          stream={stream}
          id={opened}
          classes={classes}
          binary={binary}
          onClose={() => setOpened(undefined)}
          onChange={reload}
        />
      )}
    </section>
  )
}

const Filters = ({ filter, classes, onFilter }: Pick<DecisionsProps, 'filter' | 'classes' | 'onFilter'>) => (
  <div class="end filters">
    <SearchInput
      label={say('dashboard.decisions.search')}
      value={filter.search}
      onInput={(search) => onFilter({ ...filter, search })}
    />
    <select
      class="input"
      aria-label={say('dashboard.decisions.class')}
      value={filter.predicted}
      onChange={({ currentTarget }) => onFilter({ ...filter, predicted: currentTarget.value })}
    >
      <option value="">{say('dashboard.decisions.anyClass')}</option>
      {classes.map((label) => (
        <option key={label} value={label}>
          {label}
        </option>
      ))}
    </select>
    <Segments<Filter['show']>
      label={say('dashboard.decisions.filter')}
      options={[
        ['all', say('dashboard.decisions.all')],
        ['asked', say('dashboard.decisions.asked')],
        ['wrong', say('dashboard.decisions.wrong')],
      ]}
      value={filter.show}
      onChange={(show) => onFilter({ ...filter, show })}
    />
  </div>
)

interface RowsProps {
  readonly items: readonly ListedItem[]
  readonly classes: readonly string[]
  readonly binary: Binary | undefined
  readonly isReady: boolean
  readonly now: number
  onOpen(id: string): void
}

const Rows = ({ items, ...rest }: RowsProps) => {
  const hasChance = items.some((item) => item.probability !== undefined)
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{say('dashboard.decisions.time')}</th>
          <th scope="col">{say('dashboard.decisions.item')}</th>
          <th scope="col">{say('dashboard.decisions.prediction')}</th>
          <th scope="col" class="n">
            {rest.binary
              ? say('dashboard.decisions.probability', { label: rest.binary.positive })
              : say('dashboard.decisions.confidence')}
          </th>
          {hasChance && (
            <th scope="col" class="n chance">
              {say('dashboard.decisions.askProbability')}
            </th>
          )}
          <th scope="col" class="reason">
            {say('dashboard.decisions.asked')}
          </th>
          <th scope="col">{say('dashboard.decisions.answer')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.id} item={item} hasChance={hasChance} {...rest} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps extends Omit<RowsProps, 'items'> {
  readonly item: ListedItem
  readonly hasChance: boolean
}

/** The tick is left out where the threshold was on the other side at that time. */
const Sure = ({ item, binary }: { readonly item: ListedItem; readonly binary: Binary | undefined }) => {
  const share = binary ? positiveShare(item, binary.positive) : item.confidence
  const { threshold, positive } = binary ?? {}
  const isSameSide = threshold !== undefined && share >= threshold === (item.predicted === positive)
  return (
    <>
      <ShareBar share={share} threshold={isSameSide ? threshold : undefined} />
      <span title={threshold === undefined || isSameSide ? undefined : say('dashboard.decisions.moved')}>
        {formatProbability(share)}
      </span>
    </>
  )
}

const Row = ({ item, classes, binary, isReady, now, hasChance, onOpen }: RowProps) => {
  const { title } = readItem(item)
  const isMeant = isReady && !saysNothing(item, classes)
  return (
    <tr class={item.asked ? 'is-asked' : undefined}>
      <td class="time mono faint">{formatTimeWithSeconds(item.time, now)}</td>
      <td class="what">
        <button
          type="button"
          class="row-open"
          onClick={() => onOpen(item.id)}
          aria-label={say('dashboard.decisions.open', { item: title })}
        >
          {title}
        </button>
      </td>
      <td class="said">
        {isMeant ? <ClassNames classes={classes} label={item.predicted} /> : say('common.none')}
      </td>
      <td class="n sure">{isMeant ? <Sure item={item} binary={binary} /> : say('common.none')}</td>
      {hasChance && (
        <td class="n chance">
          {item.probability === undefined ? say('common.none') : formatProbability(item.probability)}
        </td>
      )}
      <td class="reason">{item.asked ? <Asked reason={item.reason} /> : <span class="faint">–</span>}</td>
      <td class="answer">
        <Answer item={item} classes={classes} />
      </td>
    </tr>
  )
}

const Asked = ({ reason }: { readonly reason: string | undefined }) => (
  <span class="asked">
    {reason === undefined
      ? say('dashboard.decisions.isAsked')
      : say('dashboard.decisions.askedFor', { reason: reasonText(reason) })}
  </span>
)

/** In a multi-label stream, only the classes asked about have an answer. */
const isRight = ({ answer, predicted, classes = [] }: ListedItem): boolean =>
  isSameLabel(
    answer,
    typeof predicted === 'string' ? predicted : predicted.filter((label) => classes.includes(label)),
  )

const Answer = ({ item, classes }: { readonly item: ListedItem; readonly classes: readonly string[] }) => {
  if (item.answer !== undefined)
    return (
      <span class={isRight(item) ? undefined : 'mistaken'}>
        <ClassNames classes={classes} label={item.answer} />
      </span>
    )
  return <span class="faint">{stateText(item.state)}</span>
}
