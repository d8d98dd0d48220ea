import type { Schemas } from '@askance/server/client'
import { counted, duration, inPercent, reachOf } from '../parts/numbers.js'
import type { StreamDetail } from '../shell/follow.js'
import { say } from '../words/say.js'
import { type Used, usedOf } from './budget.js'
import { LastTen, type LastTenProps } from './last-ten.js'
import { StreamPicker } from './stream-picker.js'
import type { Desk } from './use-labelling.js'
import { DecisionRecord, Why } from './why.js'

/** No estimate is told before there are so many labels. */
const LEAST_LABELS = 20
/** So many labels are drawn one by one. */
const MOST_TICKS = 120

const Meter = ({ used }: { readonly used: Used }) => {
  if (used.share === undefined || used.of === undefined) return null
  const label = {
    role: 'meter',
    'aria-label': say('label.budget.meter'),
    'aria-valuemin': 0,
    'aria-valuemax': used.of,
    'aria-valuenow': Math.min(used.spent, used.of),
  } as const
  if (used.by !== 'total' || used.of > MOST_TICKS)
    return (
      <div class="meter" {...label}>
        <i style={{ width: `${100 * used.share}%` }} />
      </div>
    )
  return (
    <div class="ticks" {...label}>
      {Array.from({ length: used.of }, (_, place) => (
        <i key={place} data-on={place < used.spent} />
      ))}
    </div>
  )
}

/** Quick answers are told to a tenth. */
const paceText = (pace: number): string =>
  pace < 10_000 ? say('label.stats.tenths', { value: (pace / 1000).toFixed(1) }) : duration(pace)

const leftOf = (
  used: Used,
  pace: number | undefined,
  budget: StreamDetail['config']['budget'],
  items: number,
): string => {
  if (used.by === 'none') return say('label.budget.none')
  if (used.by === 'perHour') return say('label.budget.perHour', { count: budget.perHour ?? 0 })
  if (used.by === 'ratio')
    return say('label.budget.ratio', {
      share: items === 0 ? '0.0' : inPercent(used.spent / items),
      ratio: inPercent(budget.ratio ?? 0).replace(/\.0$/, ''),
    })
  const count = Math.max(0, (used.of ?? 0) - used.spent)
  return pace === undefined || count === 0
    ? say('label.budget.total', { count })
    : say('label.budget.totalPace', { count, time: duration(count * pace) })
}

interface BudgetProps {
  readonly budget: StreamDetail['config']['budget']
  readonly counts: Schemas['Counts']
  readonly pace: number | undefined
}

const Budget = ({ budget, counts, pace }: BudgetProps) => {
  const used = usedOf(budget, counts)
  return (
    <section class="budget">
      <h2>{say('label.budget.title')}</h2>
      <p class="figure">
        {counted(used.spent)}{' '}
        <span>
          {used.by === 'total'
            ? say('label.budget.of', { of: used.of ?? 0 })
            : say('label.budget.ofItems', { items: counts.items })}
        </span>
      </p>
      <Meter used={used} />
      <p class="muted">{leftOf(used, pace, budget, counts.items)}</p>
    </section>
  )
}

/** Spent and left in one line, for narrow screens. */
export const BudgetLine = ({ budget, counts }: Omit<BudgetProps, 'pace'>) => {
  const used = usedOf(budget, counts)
  return (
    <>
      <span class="muted">
        {counted(used.spent)}{' '}
        {used.by === 'total'
          ? say('label.budget.of', { of: used.of ?? 0 })
          : say('label.budget.ofItems', { items: counts.items })}
      </span>
      <Meter used={{ ...used, by: used.by === 'total' ? 'ratio' : used.by }} />
    </>
  )
}

const Dots = ({ count }: { readonly count: number }) => (
  <span class="dots" role="img" aria-label={say('label.stats.earlyQuality', { count, of: LEAST_LABELS })}>
    {Array.from({ length: LEAST_LABELS }, (_, place) => (
      <i key={place} data-on={place < count} />
    ))}
  </span>
)

const Accuracy = ({
  quality,
  answers,
}: {
  readonly quality: Schemas['Quality'] | undefined
  readonly answers: number
}) => {
  const { value, anyTime } = quality?.all.accuracy ?? {}
  if (answers < LEAST_LABELS || value === undefined || !anyTime)
    return <Dots count={Math.min(answers, LEAST_LABELS - 1)} />
  return (
    <>
      {say('label.stats.accuracyValue', { value: inPercent(value), reach: reachOf({ value, ...anyTime }) })}
    </>
  )
}

interface RailProps {
  readonly detail: StreamDetail
  readonly desk: Desk
}

export const RightRail = ({ detail, desk }: RailProps) => {
  const { labelling, counts, quality } = desk
  const { current, pace } = labelling
  return (
    <aside class="rail right" aria-label={say('label.why.title')}>
      <section class="why">
        <h2>{say('label.why.title')}</h2>
        {current ? (
          <>
            <Why question={current} config={detail.config} classes={detail.standing.classes} />
            <DecisionRecord stream={detail.id} id={current.id} />
          </>
        ) : (
          <p class="muted">{say('label.why.none')}</p>
        )}
      </section>
      <Budget budget={detail.config.budget} counts={counts} pace={pace} />
      <dl class="stats">
        <div>
          <dt>{say('label.stats.waiting')}</dt>
          <dd>{counted(counts.open)}</dd>
        </div>
        <div>
          <dt>{say('label.stats.pace')}</dt>
          <dd>
            {pace === undefined ? (
              <span class="faint">{say('label.stats.early')}</span>
            ) : (
              say('label.stats.paceValue', { time: paceText(pace) })
            )}
          </dd>
        </div>
        <div>
          <dt>{say('label.stats.accuracy')}</dt>
          <dd>
            <Accuracy quality={quality} answers={counts.answers} />
          </dd>
        </div>
      </dl>
    </aside>
  )
}

const liveLine = ({ isLive, isOffline, itemsAnHour }: Desk): string => {
  if (!isLive) return say(isOffline ? 'label.notLive' : 'label.connecting')
  return itemsAnHour === undefined || itemsAnHour <= 0
    ? say('label.live')
    : say('label.liveRate', { count: itemsAnHour })
}

export const LeftRail = ({ detail, desk, ...ten }: RailProps & LastTenProps) => (
  <aside class="rail left" aria-label={say('label.last.title')}>
    <div>
      <StreamPicker detail={detail} />
      <p class={desk.isLive ? 'live on' : 'live'}>{liveLine(desk)}</p>
    </div>
    <LastTen {...ten} />
  </aside>
)
