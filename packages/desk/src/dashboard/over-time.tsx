import { displayOf, MAX_BAND } from '@askance/core/internals'
import { useMemo } from 'preact/hooks'
import { LineChart } from '../parts/charts/line-chart.js'
import type { EndMark } from '../parts/charts/line-data.js'
import { formatCount, MIN_LABELS } from '../parts/numbers.js'
import { shownEstimate, shownRange } from '../parts/quality.js'
import { formatTime } from '../parts/times.js'
import { say } from '../words/say.js'
import type { Quality, TimelineWindow } from './api.js'
import { type Banded, bandsIn, curveLine, fromFirstBand, labelsToGo, shareRange } from './curve.js'
import { intervalOf, isDrawn, type Metric, nowEstimate, ownEstimate } from './estimates.js'

interface OverTimeProps {
  readonly windows: readonly TimelineWindow[]
  /** Missing in a multi-label stream. */
  readonly quality: Quality | undefined
  readonly metric: Metric
  readonly classes: number
}

const percent = (share: number): string =>
  say('common.percent', { value: String(Math.round(1000 * share) / 10) })

/** The model as it is, as a mark at the end of the line. */
const nowMark = (quality: Quality | undefined, metric: Metric): EndMark | undefined => {
  const estimate = quality && nowEstimate(quality, metric)
  const band = estimate && intervalOf(estimate)
  const options = { answers: quality?.all.answers ?? 0 }
  if (!band || !isDrawn(band) || displayOf(estimate, options).state !== 'shown') return undefined
  return {
    ...band,
    label: say('dashboard.figure.now'),
    note: shownEstimate(estimate, options),
    colour: 'chart-c',
  }
}

const drawnLine = (line: Banded, note: string | undefined) => ({
  id: 'ours',
  label: say('dashboard.figure.all'),
  colour: 'chart-active',
  ...line,
  ...(note !== undefined && { note }),
})

/** The metric over time with its band, and the model as it is. */
export const OverTime = ({ windows, quality, metric, classes }: OverTimeProps) => {
  const drawn = useMemo(() => {
    const { windows: shown, line } = fromFirstBand(windows, curveLine(windows, metric))
    const bands = bandsIn(line)
    const end = nowMark(quality, metric)
    const last = windows.at(-1)?.time ?? 0
    const own = quality && ownEstimate(quality, metric, classes)
    const note = own && shownEstimate(own, { answers: quality.all.answers, ofClass: metric === 'f1' })
    return {
      shown,
      x: shown.map(({ to }) => to),
      series: [drawnLine(line, note)],
      first: shown[line.values.findIndex((value) => value !== null)]?.to,
      ours: note ?? percent(line.values.findLast((value) => value !== null) ?? 0),
      end,
      yRange: shareRange(end ? [...bands, end] : bands),
      marks: shown.flatMap(({ drift }) =>
        drift.map(({ t, time }) => ({
          at: t,
          text: say('dashboard.curve.drift', { when: formatTime(time, last) }),
        })),
      ),
      // A single band has no width.
      isDrawn: bands.length > 1 || line.values.some((value) => value !== null),
    }
  }, [windows, quality, metric, classes])
  const items = windows.at(-1)?.to ?? 0
  return (
    <>
      <div class="panel-head">
        <h2>{say('dashboard.curve.title')}</h2>
        <span class="note">{say('dashboard.curve.note')}</span>
      </div>
      {drawn.isDrawn ? (
        <>
          <LineChart
            title={say('dashboard.curve.title')}
            description={say('dashboard.curve.description', { items, ours: drawn.ours })}
            x={drawn.x}
            xName={say('dashboard.curve.rounds')}
            xText={formatCount}
            tipText={(place) => {
              const { to = 0, time = 0 } = drawn.shown[place] ?? {}
              return say('dashboard.curve.at', { items: to, when: formatTime(time, Date.now()) })
            }}
            yText={percent}
            yRange={drawn.yRange}
            series={drawn.series}
            end={drawn.end}
            marks={drawn.marks}
            height={(width) => (width < 500 ? 260 : 372)}
          />
          <p class="caption">
            {say('dashboard.curve.caption')}{' '}
            {drawn.first === undefined
              ? neededText(quality, metric, classes)
              : drawn.first !== drawn.shown[0]?.to && say('dashboard.curve.from', { items: drawn.first })}
          </p>
        </>
      ) : (
        <p class="muted">{neededText(quality, metric, classes)}</p>
      )}
    </>
  )
}

/** What is still needed for a curve, or for its line. */
const neededText = (quality: Quality | undefined, metric: Metric, classes: number): string => {
  const answers = quality?.all.answers ?? 0
  if (!quality || answers < MIN_LABELS) return say('dashboard.curve.empty', { needed: MIN_LABELS })
  const { fixedTime } = ownEstimate(quality, metric, classes)
  const width = fixedTime.high - fixedTime.low
  if (width <= MAX_BAND) return say('dashboard.curve.soon')
  return say('dashboard.curve.wide', {
    range: shownRange(fixedTime),
    points: 100 * MAX_BAND,
    count: labelsToGo(answers, width, MAX_BAND),
  })
}
