import { useMemo } from 'preact/hooks'
import { LineChart } from '../../parts/charts/line-chart.js'
import { formatCount, formatDuration } from '../../parts/numbers.js'
import { say } from '../../words/say.js'
import { metricTitle, shareText, valueText } from '../figures.js'
import { type Look, REST } from '../look.js'
import { isRunning, type LabRun, type Planned, percentDone, timeLeft } from '../run.js'
import { labCurves } from './curves.js'
import type { Verdict } from './verdict.js'

interface CurvesPanelProps {
  readonly run: LabRun
  readonly looks: ReadonlyMap<string, Look>
  readonly verdict: Verdict | undefined
}

/** Shorter remaining times are not shown. In milliseconds. */
const MIN_TIME_LEFT = 1000

const progressText = (run: LabRun): string => {
  const done = { share: shareText(percentDone(run) / 100) }
  const left = timeLeft(run)
  if (run.status === 'finished') return say('lab.run.finished', { count: run.planned?.runs ?? 1 })
  if (run.status === 'paused' || run.status === 'stopped' || run.status === 'lost')
    return say(`lab.run.${run.status}`, done)
  if (run.status === 'halting' || left === undefined) return say('lab.run.done', done)
  return say('lab.run.left', { ...done, time: formatDuration(Math.max(MIN_TIME_LEFT, left)) })
}

const chartNote = (planned: Planned | undefined, looks: ReadonlyMap<string, Look>): string => {
  if (planned?.runs === 1) return say('lab.curves.oneRun')
  const isMany = [...looks.values()].some(({ colour }) => colour === REST)
  return say(isMany ? 'lab.curves.noteMany' : 'lab.curves.note')
}

/** The curves and the progress of the run. */
export const CurvesPanel = ({ run, looks, verdict }: CurvesPanelProps) => {
  const { planned } = run
  return (
    <section class="panel curves" aria-labelledby="lab-curves">
      <div class="panel-head">
        <h2 id="lab-curves">
          {planned ? say('lab.curves.title', { metric: metricTitle(planned.metric) }) : say('lab.title')}
        </h2>
        <span class="note">{chartNote(planned, looks)}</span>
        <span class="end note">{progressText(run)}</span>
      </div>
      <progress aria-label={say('lab.run.progress')} max={100} value={percentDone(run)} />
      {verdict && !run.outcome && (
        <p class="verdict">
          <b>{verdict.lead}</b> <span class="muted">{verdict.more}</span>
        </p>
      )}
      {planned && run.points.size > 0 ? (
        <Chart run={run} planned={planned} looks={looks} verdict={verdict} />
      ) : (
        <p class="quiet-state muted">
          {say(run.spec.tuning === 'none' ? 'lab.curves.waiting' : 'lab.curves.tuning')}
        </p>
      )}
      {run.status === 'running' && <p class="hint">{say('lab.curves.wait')}</p>}
      {run.status === 'lost' && <p class="notice">{say('lab.run.lostText')}</p>}
    </section>
  )
}

const Chart = ({ run, planned, looks, verdict }: CurvesPanelProps & { readonly planned: Planned }) => {
  const { points } = run
  const going = isRunning(run)
  const { x, series, yRange, unfinished, xRange } = useMemo(() => {
    const curves = labCurves(run, planned, looks)
    const [first, last] = [curves.x[0] ?? 0, curves.x.at(-1) ?? 1]
    return {
      ...curves,
      xRange: first < last ? ([first, last] as const) : undefined,
      unfinished:
        curves.unfinished === undefined
          ? undefined
          : { from: curves.unfinished, text: say('lab.curves.still') },
    }
  }, [points, planned, looks, going])
  return (
    <LineChart
      title={say('lab.curves.title', { metric: metricTitle(planned.metric) })}
      {...(verdict && { description: verdict.lead })}
      x={x}
      xName={say('lab.curves.x')}
      xKind="log"
      xRange={xRange}
      yRange={yRange}
      xLines={2}
      xText={(share) => `${shareText(share)}\n${formatCount(Math.round(share * planned.items))}`}
      yText={(value) => valueText(planned.metric, value)}
      tipText={(place) => tooltipText(x[place] ?? 0, planned.items)}
      series={series}
      unfinished={unfinished}
      height={(width) => (width < 500 ? 320 : 420)}
    />
  )
}

const tooltipText = (share: number, items: number): string =>
  `${shareText(share)}, ${say('lab.curves.labels', { count: Math.round(share * items) })}`
