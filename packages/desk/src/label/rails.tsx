import type { Schemas } from '@askance/server/client'
import { type BudgetUse, budgetUse, deskCounts, spentMessage, spentText } from '../parts/budget.js'
import { ExportMenu } from '../parts/export-menu.js'
import { formatCount, formatDuration, formatPercent, MIN_LABELS } from '../parts/numbers.js'
import { poolAdvice } from '../parts/pool-advice.js'
import { type AnyQuality, accuracyIn, answersIn, shownEstimate, unbroken } from '../parts/quality.js'
import { StreamPicker } from '../parts/stream-picker.js'
import type { StreamDetail } from '../shell/follow.js'
import { RichText, say } from '../words/say.js'
import { LastTen, type LastTenProps } from './last-ten.js'
import type { DeskState } from './use-labelling.js'
import { DecisionRecord, Why } from './why.js'

/** Up to this budget, each label is one tick. */
const MAX_TICKS = 120

interface MeterProps {
  readonly used: BudgetUse
  readonly spent: number
  /** Whether to draw one tick per label. */
  readonly single?: boolean
}

const Meter = ({ used: { by, allowed, share }, spent, single }: MeterProps) => {
  if (share === undefined || allowed === undefined) return null
  const label = {
    role: 'meter',
    'aria-label': say('label.budget.meter'),
    'aria-valuemin': 0,
    'aria-valuemax': allowed,
    'aria-valuenow': Math.min(spent, allowed),
  } as const
  if (!single || by !== 'total' || allowed > MAX_TICKS)
    return (
      <div class="meter" {...label}>
        <i style={{ width: `${100 * share}%` }} />
      </div>
    )
  return (
    <div class="ticks" {...label}>
      {Array.from({ length: allowed }, (_, place) => (
        <i key={place} data-on={place < spent} />
      ))}
    </div>
  )
}

/** Times below 10 seconds have one decimal. */
const paceText = (pace: number): string =>
  pace < 10_000 ? say('label.stats.tenths', { value: (pace / 1000).toFixed(1) }) : formatDuration(pace)

interface BudgetProps {
  readonly budget: Schemas['Budget']
  readonly counts: Schemas['Counts']
  readonly pace: number | undefined
  /** In a multi-label stream the ratio counts classes of items. */
  readonly isSeveral?: boolean
  /** A pool counts answered questions. */
  readonly isPool?: boolean
}

const remainingText = (
  { budget, counts: { items, spent }, pace, isSeveral }: BudgetProps,
  { by, allowed = 0 }: BudgetUse,
): string => {
  if (by === 'ratio')
    return say(isSeveral ? 'label.budget.classRatio' : 'label.budget.ratio', {
      share: items === 0 ? '0.0' : formatPercent(spent / items),
      ratio: formatPercent(budget.ratio ?? 0).replace(/\.0$/, ''),
    })
  if (by !== 'total') return ''
  const count = Math.max(0, allowed - spent)
  return pace === undefined || count === 0
    ? say('label.budget.total', { count })
    : say('label.budget.totalPace', { count, time: formatDuration(count * pace) })
}

const Budget = (props: BudgetProps) => {
  const { budget, counts } = props
  const used = budgetUse(budget, counts)
  const { key, values } = spentMessage(budget, counts)
  return (
    <section class="budget">
      <h2>{say(props.isPool ? 'label.budget.answered' : 'label.budget.title')}</h2>
      <p class="figure">
        <RichText k={key} {...values} />
      </p>
      <Meter used={used} spent={counts.spent} single />
      <p class="muted">{remainingText(props, used)}</p>
    </section>
  )
}

/** Labels spent in one line, for narrow screens. */
export const BudgetLine = ({ budget, counts }: Omit<BudgetProps, 'pace'>) => (
  <>
    <span class="muted">{spentText(budget, counts)}</span>
    <Meter used={budgetUse(budget, counts)} spent={counts.spent} />
  </>
)

const Dots = ({ count }: { readonly count: number }) => (
  <span class="dots" role="img" aria-label={say('label.stats.earlyQuality', { count, of: MIN_LABELS })}>
    {Array.from({ length: MIN_LABELS }, (_, place) => (
      <i key={place} data-on={place < count} />
    ))}
  </span>
)

const Accuracy = ({ quality }: { readonly quality: AnyQuality | undefined }) => {
  const answers = quality ? answersIn(quality) : 0
  if (!quality || answers < MIN_LABELS) return <Dots count={answers} />
  return <>{shownEstimate(accuracyIn(quality), { answers })}</>
}

interface RailProps {
  readonly detail: StreamDetail
  readonly desk: DeskState
}

export const RightRail = ({ detail, desk }: RailProps) => {
  const { labelling, counts, quality } = desk
  const { current, pace } = labelling
  const { pool } = detail.status
  return (
    <aside class="rail right" aria-label={say('label.why.title')}>
      <section class="why">
        <h2>{say('label.why.title')}</h2>
        {current ? (
          <>
            <Why question={current} config={detail.config} classes={detail.status.classes} />
            <DecisionRecord stream={detail.id} id={current.id} isPool={pool !== undefined} />
          </>
        ) : (
          <p class="muted">{say('label.why.none')}</p>
        )}
      </section>
      <Budget
        budget={detail.config.budget}
        counts={deskCounts(detail, counts)}
        pace={pace}
        isSeveral={detail.config.multiLabel ?? false}
        isPool={pool !== undefined}
      />
      <dl class="stats">
        {!pool && (
          <div>
            <dt>{say('label.stats.waiting')}</dt>
            <dd>{formatCount(counts.open)}</dd>
          </div>
        )}
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
          <dt>{say(detail.config.multiLabel ? 'label.stats.classAccuracy' : 'label.stats.accuracy')}</dt>
          <dd>
            <Accuracy quality={quality} />
          </dd>
        </div>
      </dl>
      {quality?.checks && <p class="muted small">{unbroken(quality.checks.text)}</p>}
      {pool && <p class="muted small">{poolAdvice(pool).title}.</p>}
    </aside>
  )
}

const liveLine = ({ isLive, isOffline, itemsPerHour }: DeskState, isPool: boolean): string => {
  if (!isLive) return say(isOffline ? 'label.notLive' : 'label.connecting')
  return isPool || itemsPerHour === undefined || itemsPerHour <= 0
    ? say('label.live')
    : say('label.liveRate', { count: itemsPerHour })
}

export const LeftRail = ({ detail, desk, ...lastTen }: RailProps & LastTenProps) => (
  <aside class="rail left" aria-label={say('label.last.title')}>
    <div>
      <StreamPicker id={detail.id} view="desk" title={detail.config.title ?? detail.id} />
      <p class={desk.isLive ? 'live on' : 'live'}>{liveLine(desk, detail.status.pool !== undefined)}</p>
      <ExportMenu stream={detail} />
    </div>
    <LastTen {...lastTen} />
  </aside>
)
