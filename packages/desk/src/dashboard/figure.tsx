import { intervalName } from '@askance/core/internals'
import { Ruler } from '../parts/charts/ruler.js'
import { formatCount, formatPercent } from '../parts/numbers.js'
import { shownEstimate, shownRange } from '../parts/quality.js'
import { RichText, say } from '../words/say.js'
import type { Quality } from './api.js'
import { Estimated } from './estimated.js'
import { intervalOf, isDrawn, type Metric, nowEstimate, ownEstimate } from './estimates.js'
import { MetricSwitch } from './metric-switch.js'

interface FigureProps {
  readonly quality: Quality
  readonly metric: Metric
  onMetric(metric: Metric): void
  readonly classes: readonly string[]
  readonly positive: string
  /** The share of the questions that measure. */
  readonly measure: number
  readonly items: number
}

const metricTitle = (metric: Metric, classes: number): string => {
  if (metric === 'accuracy') return say('dashboard.figure.accuracy')
  return classes > 2 ? say('dashboard.figure.f1Mean', { count: classes }) : say('dashboard.figure.f1')
}

/** The estimate over all items with its interval and number of labels. */
export const Figure = ({ quality, metric, onMetric, classes, positive, measure, items }: FigureProps) => {
  const { all } = quality
  return (
    <>
      <div class="panel-head">
        <h2>{metricTitle(metric, classes.length)}</h2>
        <MetricSwitch metric={metric} onMetric={onMetric} />
      </div>
      <Estimated
        estimate={ownEstimate(quality, metric, classes.length)}
        answers={all.answers}
        ofClass={metric === 'f1'}
      />
      <p class="from">
        <RichText
          k="dashboard.figure.from"
          labels={all.answers}
          items={items}
          interval={intervalName().replace(' %', '\u00a0%')}
        />
      </p>
      <Ranges quality={quality} metric={metric} classes={classes} />
      <Rows quality={quality} metric={metric} classes={classes} positive={positive} />
      <details class="how">
        <summary>{say('dashboard.figure.how')}</summary>
        <p>
          {say('dashboard.figure.howEstimated', {
            items,
            labels: all.answers,
            measure: say('common.percent', { value: formatPercent(measure) }),
          })}
        </p>
        <p>{say('dashboard.figure.howNow')}</p>
        <p>{say('dashboard.figure.howIntervals')}</p>
        {all.unsampled > 0 && <p>{say('dashboard.figure.unsampled', { count: all.unsampled })}</p>}
      </details>
    </>
  )
}

/** The intervals of all predictions and of the model as it is, on one scale. */
const Ranges = ({ quality, metric, classes }: Pick<FigureProps, 'quality' | 'metric' | 'classes'>) => {
  const known = [
    {
      estimate: ownEstimate(quality, metric, classes.length),
      name: say('dashboard.figure.all'),
      colour: 'chart-active',
    },
    {
      estimate: nowEstimate(quality, metric),
      name: say('dashboard.figure.now'),
      colour: 'chart-c',
    },
  ]
  const ranges = known.flatMap(({ estimate, ...rest }) => {
    const band = estimate && intervalOf(estimate)
    return band && isDrawn(band) ? [{ ...band, ...rest }] : []
  })
  if (ranges.length === 0) return null
  const title = ranges.map((range) => `${range.name}: ${shownRange(range)}`).join(', ')
  return <Ruler title={title} ranges={ranges} text={(share) => String(Math.round(1000 * share) / 10)} />
}

/** The other metrics. Metrics of the positive class need two classes. */
const Rows = ({
  quality,
  metric,
  classes,
  positive,
}: Pick<FigureProps, 'quality' | 'metric' | 'classes' | 'positive'>) => {
  const { all, now } = quality
  const current = nowEstimate(quality, 'accuracy')
  const isTwo = classes.length === 2
  const other =
    metric === 'f1'
      ? ([say('dashboard.figure.rowAccuracy'), all.accuracy, false] as const)
      : isTwo
        ? ([say('dashboard.figure.rowF1', { label: positive }), all.f1, true] as const)
        : ([say('dashboard.figure.rowF1Mean'), all.macroF1, true] as const)
  const negative = classes.find((one) => one !== positive) ?? ''
  const rows = [
    ...(current ? [[say('dashboard.figure.rowNow', { count: now.items }), current, false] as const] : []),
    other,
    ...(isTwo
      ? ([
          [say('dashboard.figure.rowRecall', { label: positive }), all.recall, true],
          [say('dashboard.figure.rowPrecision', { label: positive }), all.precision, true],
          [say('dashboard.figure.rowSpecificity', { label: negative }), all.specificity, true],
        ] as const)
      : []),
  ]
  return (
    <dl class="rows">
      {rows.map(([name, estimate, ofClass]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{shownEstimate(estimate, { answers: all.answers, ofClass })}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shown before the first estimate: one dot per needed label. */
export const TooEarly = ({
  answers,
  needed,
  items,
}: {
  readonly answers: number
  readonly needed: number
  readonly items: number
}) => (
  <>
    <div class="panel-head">
      <h2>{say('dashboard.figure.early')}</h2>
    </div>
    <div
      class="early-dots"
      role="img"
      aria-label={say('dashboard.figure.earlyDots', { count: answers, needed })}
    >
      {Array.from({ length: needed }, (_, k) => (
        <i key={k} class={k < answers ? 'full' : undefined} />
      ))}
    </div>
    <p class="from">
      {say('dashboard.figure.earlyText', { count: formatCount(answers), needed })}{' '}
      {items === 0 && say('dashboard.figure.nothing')}
    </p>
    {items === 0 && (
      <p class="from">
        <a href="/docs">{say('dashboard.figure.howToSend')}</a>
      </p>
    )}
  </>
)
