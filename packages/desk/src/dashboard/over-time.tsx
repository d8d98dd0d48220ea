import { useMemo, useState } from 'preact/hooks'
import { LineChart } from '../parts/charts/line-chart.js'
import { type LineSeries, lastValueIndex } from '../parts/charts/line-data.js'
import { formatCount, formatShare, MIN_LABELS } from '../parts/numbers.js'
import { Segments } from '../parts/segments.js'
import { formatTime } from '../parts/times.js'
import { say } from '../words/say.js'
import type { TimelineWindow } from './api.js'
import { type Banded, curveLines, type Span, shareRange } from './curve.js'
import type { Metric } from './estimates.js'

interface OverTimeProps {
  readonly windows: readonly TimelineWindow[]
  readonly metric: Metric
  onMetric(metric: Metric): void
}

const DASHES = [7, 4]
const percent = (share: number): string =>
  say('common.percent', { value: String(Math.round(1000 * share) / 10) })

const lastPoint = ({ values, low, high }: Banded) => {
  const k = lastValueIndex(values)
  const [value, lowEnd, highEnd] = [values[k], low[k], high[k]]
  return typeof value === 'number' && typeof lowEnd === 'number' && typeof highEnd === 'number'
    ? { value, low: lowEnd, high: highEnd }
    : undefined
}

const chartSeries = (ours: Banded, random: Banded | undefined): readonly LineSeries[] => {
  const [own, randomEnd] = [lastPoint(ours), random && lastPoint(random)]
  const line: LineSeries = {
    id: 'ours',
    label: say('dashboard.figure.askance'),
    colour: 'chart-active',
    ...ours,
    ...(own && { note: formatShare(own) }),
  }
  if (!random) return [line]
  return [
    {
      id: 'random',
      label: say('dashboard.curve.random'),
      colour: 'chart-random',
      dash: DASHES,
      ...random,
      ...(randomEnd && { note: formatShare(randomEnd) }),
    },
    line,
  ]
}

/** The metric over time with any-time bands, compared with the shadow model. */
export const OverTime = ({ windows, metric, onMetric }: OverTimeProps) => {
  const [wanted, setSpan] = useState<Span>('all')
  const hasRandom = windows.some(({ gainOverRandom }) => typeof gainOverRandom?.value === 'number')
  const hasRecent = metric === 'accuracy' && windows.some(({ recent }) => recent)
  const span = hasRecent ? wanted : 'all'
  const drawn = useMemo(() => {
    const { ours, random } = curveLines(windows, metric, span, MIN_LABELS)
    const now = windows.at(-1)?.time ?? 0
    return {
      x: windows.map(({ to }) => to),
      series: chartSeries(ours, random),
      yRange: shareRange(random ? [ours, random] : [ours]),
      marks: windows.flatMap(({ drift }) =>
        drift.map(({ t, time }) => ({
          at: t,
          text: say('dashboard.curve.drift', { when: formatTime(time, now) }),
        })),
      ),
      ours: lastPoint(ours),
      random: random && lastPoint(random),
    }
  }, [windows, metric, span])
  const items = windows.at(-1)?.to ?? 0
  return (
    <>
      <div class="panel-head">
        <h2>{say(drawn.random ? 'dashboard.curve.title' : 'dashboard.curve.titleAlone')}</h2>
        <span class="note">
          {say('dashboard.curve.note')}
          {span === 'recent' && `, ${say('dashboard.curve.recentNote')}`}
        </span>
        {hasRecent && (
          <div class="end">
            <Segments<Span>
              label={say('dashboard.curve.window')}
              options={[
                ['all', say('dashboard.curve.all')],
                ['recent', say('dashboard.curve.recent')],
              ]}
              value={span}
              onChange={setSpan}
            />
          </div>
        )}
      </div>
      {drawn.ours ? (
        <LineChart
          title={say(drawn.random ? 'dashboard.curve.title' : 'dashboard.curve.titleAlone')}
          description={
            drawn.random
              ? say('dashboard.curve.describeBoth', {
                  items,
                  ours: percent(drawn.ours.value),
                  random: percent(drawn.random.value),
                })
              : say('dashboard.curve.description', { items, ours: percent(drawn.ours.value) })
          }
          x={drawn.x}
          xName={say('dashboard.curve.rounds')}
          xText={formatCount}
          tipText={(place) => {
            const { to = 0, time = 0 } = windows[place] ?? {}
            return say('dashboard.curve.at', { items: to, when: formatTime(time, Date.now()) })
          }}
          yText={percent}
          yRange={drawn.yRange}
          series={drawn.series}
          marks={drawn.marks}
          height={(width) => (width < 500 ? 260 : 372)}
        />
      ) : (
        <p class="muted">{say('dashboard.curve.empty', { needed: MIN_LABELS })}</p>
      )}
      {drawn.ours && (
        <p class="caption">
          {say(drawn.random ? 'dashboard.curve.randomCaption' : 'dashboard.curve.aloneCaption')}
          {metric === 'f1' && hasRandom && !drawn.random && (
            <>
              {' '}
              {say('dashboard.curve.noRandomF1')}{' '}
              <button type="button" class="as-link" onClick={() => onMetric('accuracy')}>
                {say('dashboard.curve.showAccuracy')}
              </button>
            </>
          )}
        </p>
      )}
    </>
  )
}
