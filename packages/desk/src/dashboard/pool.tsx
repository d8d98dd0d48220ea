import { classList, intervalName } from '@askance/core/internals'
import { useState } from 'preact/hooks'
import { budgetUse, deskCounts, spentMessage } from '../parts/budget.js'
import { BarChart } from '../parts/charts/bar-chart.js'
import { Ruler } from '../parts/charts/ruler.js'
import { formatCount } from '../parts/numbers.js'
import { type PoolProgress, poolAdvice } from '../parts/pool-advice.js'
import { isMultiLabel, shownRange } from '../parts/quality.js'
import { reasonText } from '../parts/question-words.js'
import type { StreamDetail } from '../shell/follow.js'
import { Link } from '../shell/navigation.js'
import { RichText, say } from '../words/say.js'
import type { Quality, TimelineWindow } from './api.js'
import { FeaturesPanel } from './classes.js'
import { AnswerDelay } from './costs.js'
import { Estimated } from './estimated.js'
import { intervalOf, isDrawn, type Metric } from './estimates.js'
import type { Finding } from './findings.js'
import { Findings } from './findings-panel.js'
import { Labellers } from './labellers.js'
import type { Live } from './live.js'
import { MetricSwitch } from './metric-switch.js'
import { Panel } from './panel.js'

interface PoolGridProps {
  readonly stream: StreamDetail
  readonly pool: PoolProgress
  readonly live: Live
}

/** The panels of a pool: nothing arrives here, and there is no shadow model to compare with. */
export const PoolGrid = ({ stream, pool, live }: PoolGridProps) => {
  const { config, counts, status } = stream
  const { classes } = status
  const windows = live.windows ?? []
  const quality = live.quality && !isMultiLabel(live.quality) ? live.quality : undefined
  return (
    <div class="grid">
      <section class="panel hero wide" aria-label={say('dashboard.quality')}>
        <div class="hero-figure">
          {quality && (
            <PoolFigure
              quality={quality}
              pool={pool}
              classes={classes}
              positive={config.positive ?? classes.at(-1) ?? ''}
            />
          )}
        </div>
        <div>
          <Answers stream={stream} pool={pool} />
        </div>
      </section>
      <Findings findings={poolFindings(pool, config.paused)} />
      <Reasons windows={windows} asked={counts.spent} />
      <AnswerDelay windows={windows} answers={counts.answers} />
      <FeaturesPanel
        features={live.features}
        classes={classes}
        isNextToConfusion={false}
        isEarly={status.modelVersion === 0}
      />
      <Labellers agreement={live.agreement} quality={live.quality} />
    </div>
  )
}

interface PoolFigureProps {
  readonly quality: Quality
  readonly pool: PoolProgress
  readonly classes: readonly string[]
  readonly positive: string
}

/** Accuracy or F1 of the labels of all items. Without enough checks it is only a range. */
const PoolFigure = ({ quality: { all }, pool, classes, positive }: PoolFigureProps) => {
  const [metric, setMetric] = useState<Metric>('accuracy')
  const isTwo = classes.length === 2
  const estimate = metric === 'f1' && isTwo ? all.f1 : all.accuracy
  const band = intervalOf(estimate)
  return (
    <>
      <div class="panel-head">
        <h2>
          {metric === 'f1' && isTwo
            ? say('dashboard.pool.f1', { label: positive })
            : say('dashboard.pool.accuracy')}
        </h2>
        {isTwo && <MetricSwitch metric={metric} onMetric={setMetric} />}
      </div>
      <Estimated estimate={estimate} answers={all.answers} ofClass={metric === 'f1' && isTwo} />
      <p class="from">
        <RichText
          k={band ? 'dashboard.pool.from' : 'dashboard.pool.fromFew'}
          checks={pool.audits.answered}
          items={pool.items}
          interval={intervalName().replace(' %', '\u00a0%')}
          range={shownRange(estimate.fixedTime)}
        />
      </p>
      {band && isDrawn(band) && (
        <Ruler
          title={shownRange(band)}
          ranges={[{ ...band, name: say('dashboard.figure.all'), colour: 'chart-active' }]}
          text={(share) => String(Math.round(1000 * share) / 10)}
        />
      )}
      <details class="how">
        <summary>{say('dashboard.figure.how')}</summary>
        <p>{say('dashboard.pool.how')}</p>
        <p>{say('dashboard.pool.howInterval')}</p>
      </details>
    </>
  )
}

const Answers = ({ stream, pool }: Pick<PoolGridProps, 'stream' | 'pool'>) => {
  const { counts, status } = stream
  const answered = deskCounts(stream, counts)
  const used = budgetUse(status.budget, answered)
  const { key, values } = spentMessage(status.budget, answered)
  return (
    <>
      <div class="panel-head">
        <h2>{say('dashboard.pool.answers')}</h2>
        <span class="note">
          <RichText k={key} {...values} />
        </span>
      </div>
      {used.share !== undefined && (
        <div class="gauge" aria-hidden="true">
          <i style={{ width: `${100 * used.share}%` }} />
        </div>
      )}
      <BarChart
        title={say('dashboard.pool.byClass')}
        heads={[say('dashboard.pool.class'), say('dashboard.pool.answers')]}
        bars={Object.entries(pool.classes).map(([name, value]) => ({ name, value }))}
        text={formatCount}
        height={220}
      />
      <p class="caption">
        {pool.taught > 0 && say('dashboard.pool.taught', { count: pool.taught })}{' '}
        {say('dashboard.pool.known', { count: pool.known, items: formatCount(pool.items) })}{' '}
        <Link to={{ view: 'items', stream: stream.id }}>{say('dashboard.pool.allItems')}</Link>
      </p>
    </>
  )
}

const MAX_NAMED = 5

/** Names the first classes without an answer and counts the others. */
const unseenText = (unseen: readonly string[]): string => {
  const classes = classList(unseen.slice(0, MAX_NAMED))
  const more = unseen.length - MAX_NAMED
  return more > 0
    ? say('dashboard.pool.unseenMore', { classes, count: more })
    : say('dashboard.pool.unseen', { classes })
}

/** What to do next: go on, stop, or look for a class. */
const poolFindings = (pool: PoolProgress, isPaused: boolean): readonly Finding[] => {
  const { isEnough, title, text } = poolAdvice(pool)
  const unseen: readonly Finding[] =
    pool.unseen.length === 0
      ? []
      : [
          {
            kind: 'warn',
            title: unseenText(pool.unseen),
            text: say('dashboard.pool.unseenText'),
          },
        ]
  const paused: readonly Finding[] = isPaused
    ? [
        {
          kind: 'waiting',
          title: say('dashboard.findings.paused'),
          text: say('dashboard.findings.pausedText'),
        },
      ]
    : []
  return [{ kind: isEnough ? 'good' : 'even', title, text }, ...unseen, ...paused]
}

interface ReasonsProps {
  readonly windows: readonly TimelineWindow[]
  readonly asked: number
}

/** The windows end some answers ago. */
const Reasons = ({ windows, asked }: ReasonsProps) => {
  const sums = new Map<string, number>()
  for (const { reasons = {} } of windows)
    for (const [reason, count] of Object.entries(reasons)) sums.set(reason, (sums.get(reason) ?? 0) + count)
  const counted = [...sums.values()].reduce((sum, count) => sum + count, 0)
  const note =
    counted > 0 && counted < asked
      ? say('dashboard.pool.reasonsOf', { count: counted, all: asked })
      : undefined
  return (
    <Panel title={say('dashboard.pool.reasons')} note={note}>
      {sums.size === 0 ? (
        <p class="muted">{say('dashboard.pool.noQuestions')}</p>
      ) : (
        <BarChart
          title={say('dashboard.pool.reasons')}
          heads={[say('dashboard.pool.reason'), say('dashboard.pool.questions')]}
          bars={[...sums].map(([reason, value]) => ({ name: reasonText(reason), value }))}
          text={formatCount}
        />
      )}
    </Panel>
  )
}
