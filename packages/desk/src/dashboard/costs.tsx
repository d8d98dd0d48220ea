import type { Schemas } from '@askance/server/client'
import { useMemo } from 'preact/hooks'
import { spentText } from '../parts/budget.js'
import { BarChart } from '../parts/charts/bar-chart.js'
import { LineChart } from '../parts/charts/line-chart.js'
import { StackedChart } from '../parts/charts/stacked-chart.js'
import { formatCount, formatDuration, formatPercent } from '../parts/numbers.js'
import { isReason, type Reason, reasons } from '../parts/question-words.js'
import { say } from '../words/say.js'
import type { TimelineWindow } from './api.js'
import { Panel } from './panel.js'
import { spendingCurve } from './spending.js'
import { delayBounds, delayCounts, mergeWindows, quantileBin } from './windows.js'

const DOTS = [2, 3]

interface SpentProps {
  readonly windows: readonly TimelineWindow[]
  readonly budget: Schemas['Budget']
  readonly created: number
  readonly counts: Schemas['Counts']
  readonly time: number
}

/** Labels spent compared with the budget. */
export const Spent = ({ windows, budget, created, counts: { items, spent }, time }: SpentProps) => {
  const note = spentText(budget, { items, spent })
  const drawn = useMemo(() => {
    const curve = spendingCurve(windows, budget, created, { items, spent, time })
    return {
      x: curve.rounds,
      series: [
        ...(curve.allowed.some((value) => value !== null)
          ? [
              {
                id: 'allowed',
                label: say('dashboard.spent.allowed'),
                colour: 'ink-3',
                dash: DOTS,
                values: curve.allowed,
              },
            ]
          : []),
        {
          id: 'spent',
          label: say('dashboard.spent.spent'),
          colour: 'chart-active',
          values: curve.spent,
          filled: true,
        },
      ],
    }
  }, [windows, budget, created, items, spent, time])
  return (
    <Panel title={say('dashboard.spent.title')} note={note}>
      {items === 0 ? (
        <p class="muted">{say('dashboard.spent.none')}</p>
      ) : (
        <LineChart
          title={say('dashboard.spent.title')}
          description={note}
          xName={say('dashboard.spent.rounds')}
          xText={formatCount}
          yText={formatCount}
          height={() => 190}
          {...drawn}
        />
      )}
    </Panel>
  )
}

const colours: Readonly<Record<Reason | 'other', string>> = {
  uncertain: 'chart-active',
  unfamiliar: 'chart-b',
  rare: 'chart-c',
  audit: 'chart-random',
  measure: 'chart-full',
  random: 'chart-c',
  always: 'chart-full',
  'warm-up': 'chart-rest',
  other: 'class-none',
}
const MAX_BARS = 12

interface AskedProps {
  readonly windows: readonly TimelineWindow[]
  readonly items: number
  /** Missing in a multi-label stream, where several questions can be asked about an item. */
  readonly spent?: number
}

/** The share of items asked, by reason. */
export const AskedShare = ({ windows, items, spent }: AskedProps) => {
  const { parts, bars } = useMemo(() => askedBars(windows), [windows])
  return (
    <Panel
      title={say('dashboard.asked.title')}
      note={
        items > 0 && spent !== undefined
          ? say('dashboard.asked.note', { share: formatPercent(spent / items), items })
          : undefined
      }
    >
      {bars.length === 0 ? (
        <p class="muted">{say(items === 0 ? 'dashboard.asked.none' : 'dashboard.asked.soon')}</p>
      ) : (
        <StackedChart
          title={say('dashboard.asked.title')}
          head={say('dashboard.asked.window')}
          parts={parts}
          bars={bars}
          text={(share) => say('common.percent', { value: String(Math.round(1000 * share) / 10) })}
        />
      )}
    </Panel>
  )
}

/** Without reasons from the service, all questions form one part. */
const askedBars = (windows: readonly TimelineWindow[]) => {
  const groups = mergeWindows(windows, MAX_BARS)
  const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })
  const hasReasons = groups.some((group) => Object.keys(group.reasons).length > 0)
  const usedReasons = reasons.filter((reason) => groups.some((group) => (group.reasons[reason] ?? 0) > 0))
  const others = groups.map((group) =>
    Object.entries(group.reasons).reduce((sum, [name, count]) => sum + (isReason(name) ? 0 : count), 0),
  )
  const hasOthers = others.some((count) => count > 0)
  const shown: readonly (Reason | 'other')[] = [...usedReasons, ...(hasOthers ? (['other'] as const) : [])]
  const parts = hasReasons
    ? shown.map((id) => ({ id, name: say(`common.reasons.${id}`), colour: colours[id] }))
    : [{ id: 'any', name: say('dashboard.asked.any'), colour: 'chart-active' }]
  const bars = groups.map((group, k) => {
    const counts = hasReasons
      ? shown.map((id) => (id === 'other' ? (others[k] ?? 0) : (group.reasons[id] ?? 0)))
      : [group.asked]
    return {
      name: compact.format(group.to),
      values: counts.map((count) => count / Math.max(1, group.items)),
      marked: group.hasDrift,
    }
  })
  return { parts, bars }
}

interface DelayProps {
  readonly windows: readonly TimelineWindow[]
  readonly answers: number
}

export const AnswerDelay = ({ windows, answers }: DelayProps) => {
  const counts = delayCounts(windows)
  const median = quantileBin(counts, 0.5)
  const nine = quantileBin(counts, 0.9)
  const mean = meanDelay(windows)
  const bound = delayBounds[median]
  const nineBound = delayBounds[nine]
  const hasCounts = median >= 0
  const count = counts.reduce((sum, one) => sum + one, 0)
  const note = hasCounts
    ? bound === undefined
      ? say('dashboard.delay.medianMore')
      : say('dashboard.delay.median', { bound })
    : mean === undefined
      ? undefined
      : say('dashboard.delay.mean', { time: formatDuration(mean) })
  return (
    <Panel title={say('dashboard.delay.title')} note={note}>
      {hasCounts ? (
        <>
          <BarChart
            title={say('dashboard.delay.title')}
            heads={[say('dashboard.delay.head'), say('dashboard.delay.answers')]}
            bars={counts.map((value, k) => ({
              name: delayName(delayBounds[k]),
              value,
              chosen: k === median,
            }))}
            text={formatCount}
          />
          <p class="caption">
            {nineBound === undefined
              ? say('dashboard.delay.p90More', { count })
              : say('dashboard.delay.p90', { bound: nineBound, count })}
          </p>
        </>
      ) : (
        note === undefined && (
          <p class="muted">{say(answers === 0 ? 'dashboard.delay.none' : 'dashboard.asked.soon')}</p>
        )
      )}
    </Panel>
  )
}

const delayName = (bound: string | undefined): string => bound ?? say('dashboard.delay.more')

const meanDelay = (windows: readonly TimelineWindow[]): number | undefined => {
  const known = windows.flatMap(({ answerDelay, answers }) =>
    answerDelay === undefined ? [] : [{ answerDelay, answers }],
  )
  const count = known.reduce((sum, { answers }) => sum + answers, 0)
  if (count === 0) return undefined
  return known.reduce((sum, { answerDelay, answers }) => sum + answerDelay * answers, 0) / count
}
