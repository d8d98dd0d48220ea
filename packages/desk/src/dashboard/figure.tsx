import { Ruler } from '../parts/charts/ruler.js'
import { formatCount, formatPercent, formatUncertainty, type Interval, isWide } from '../parts/numbers.js'
import { RichText, say } from '../words/say.js'
import type { Quality } from './api.js'
import { Estimated } from './estimated.js'
import { gainInterval, intervalOf, type Metric, ownInterval, randomInterval } from './estimates.js'
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

const intervalText = ({ low, high }: Interval): string => `${formatPercent(low)} – ${formatPercent(high)}`

/** The estimate over all items with its interval and number of labels. */
export const Figure = ({ quality, metric, onMetric, classes, positive, measure, items }: FigureProps) => {
  const ours = ownInterval(quality, metric, classes.length)
  const { all } = quality
  return (
    <>
      <div class="panel-head">
        <h2>{metricTitle(metric, classes.length)}</h2>
        <MetricSwitch metric={metric} onMetric={onMetric} />
      </div>
      {ours && (
        <>
          <p class="figure">
            <Estimated interval={ours} />
          </p>
          <p class="from">
            <RichText
              k="dashboard.figure.from"
              labels={all.answers}
              items={items}
              low={formatPercent(ours.low)}
              high={formatPercent(ours.high)}
            />
          </p>
          <Against ours={ours} ahead={metric === 'accuracy' ? gainInterval(quality) : undefined} />
        </>
      )}
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
        <p>{say('dashboard.figure.howIntervals')}</p>
        {all.unsampled > 0 && <p>{say('dashboard.figure.unsampled', { count: all.unsampled })}</p>}
      </details>
    </>
  )
}

const Against = ({ ours, ahead }: { readonly ours: Interval; readonly ahead: Interval | undefined }) => {
  const random = ahead && randomInterval(ours.value, ahead)
  return (
    <Ruler
      title={
        random
          ? say('dashboard.figure.ruler', { ours: intervalText(ours), random: intervalText(random) })
          : say('dashboard.figure.rulerAlone', { ours: intervalText(ours) })
      }
      ranges={[
        { ...ours, name: say('dashboard.figure.askance'), colour: 'chart-active' },
        ...(random ? [{ ...random, name: say('dashboard.figure.random'), colour: 'chart-random' }] : []),
      ]}
      text={(share) => String(Math.round(1000 * share) / 10)}
    />
  )
}

/** The other metrics. Metrics of the positive class need two classes. */
const Rows = ({
  quality: { all },
  metric,
  classes,
  positive,
}: Pick<FigureProps, 'quality' | 'metric' | 'classes' | 'positive'>) => {
  const isTwo = classes.length === 2
  const other =
    metric === 'f1'
      ? ([say('dashboard.figure.rowAccuracy'), all.accuracy] as const)
      : isTwo
        ? ([say('dashboard.figure.rowF1', { label: positive }), all.f1] as const)
        : ([say('dashboard.figure.rowF1Mean'), all.macroF1] as const)
  const rows = [
    other,
    ...(isTwo
      ? ([
          [say('dashboard.figure.rowRecall', { label: positive }), all.recall],
          [say('dashboard.figure.rowPrecision', { label: positive }), all.precision],
          [
            say('dashboard.figure.rowSpecificity', { label: classes.find((one) => one !== positive) ?? '' }),
            all.specificity,
          ],
        ] as const)
      : []),
  ]
  return (
    <dl class="rows">
      {rows.map(([name, estimate]) => {
        const band = intervalOf(estimate, 'fixedTime')
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {!band && say('common.none')}
              {band && !isWide(band) && `${say('common.percent', { value: formatPercent(band.value) })} `}
              {band && <span>{formatUncertainty(band)}</span>}
            </dd>
          </div>
        )
      })}
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
