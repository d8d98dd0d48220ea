import { useEffect, useMemo, useState } from 'preact/hooks'
import { FileColumns } from '../item/file-columns.js'
import { binaryOf } from '../parts/binary.js'
import { itemBudget } from '../parts/budget.js'
import { MIN_LABELS } from '../parts/numbers.js'
import { Problem } from '../parts/problem.js'
import { isMultiLabel } from '../parts/quality.js'
import { formatDate } from '../parts/times.js'
import type { StreamDetail } from '../shell/follow.js'
import { useShell } from '../shell/shell.js'
import { say } from '../words/say.js'
import { Balance, ConfusionPanel, FeaturesPanel } from './classes.js'
import { AnswerDelay, AskedShare, Spent } from './costs.js'
import { withCurrentState } from './curve.js'
import type { Filter } from './decisions.js'
import { DecisionsPanel } from './decisions-panel.js'
import type { Metric } from './estimates.js'
import { Figure, TooEarly } from './figure.js'
import { collectFindings } from './findings.js'
import { Findings } from './findings-panel.js'
import { GainStrip } from './gain-strip.js'
import { Head } from './head.js'
import { Labellers } from './labellers.js'
import { type Live, useLive, useNow } from './live.js'
import { OverTime } from './over-time.js'
import { PoolGrid } from './pool.js'
import { Settings } from './settings-dialog.js'
import { ClassQualities, SeveralFigure } from './several.js'
import { Workers } from './workers.js'

/** The dashboard of a stream. */
export const Dashboard = ({ stream: id }: { readonly stream: string }) => {
  const live = useLive(id)
  const { update } = useShell()
  const { data: stream, reload } = live.stream
  const error = live.stream.error ?? live.error
  const isReady = live.quality !== undefined && live.windows !== undefined
  const waiting = stream?.counts.open ?? 0
  const guidelines = stream?.config.guidelines
  useEffect(() => {
    if (stream) update({ waiting, ...(guidelines !== undefined && { guidelines }) })
  }, [waiting, guidelines, stream !== undefined])
  return (
    <main id="main" class="page dashboard">
      {error !== undefined && <Problem error={error} onRetry={live.reload} />}
      {!isReady && error === undefined && (
        <p class="unseen" role="status">
          {say('shell.loading')}
        </p>
      )}
      {stream && isReady && (
        <FileColumns.Provider value={stream.config.file?.columns ?? []}>
          <Body id={id} stream={stream} live={live} onChange={reload} />
        </FileColumns.Provider>
      )}
    </main>
  )
}

interface BodyProps {
  readonly id: string
  readonly stream: StreamDetail
  readonly live: Live
  onChange(): void
}

const NO_WINDOWS: NonNullable<Live['windows']> = []
const EVERYTHING: Filter = { show: 'all', predicted: '', search: '' }
const MINUTE = 60_000

const Body = ({ id, stream, live, onChange }: BodyProps) => {
  const { config, counts, status, created } = stream
  const { windows = NO_WINDOWS, confusion } = live
  const several = live.quality && isMultiLabel(live.quality) ? live.quality : undefined
  const quality = live.quality && !isMultiLabel(live.quality) ? live.quality : undefined
  const { classes } = status
  const positive = config.positive ?? classes.at(-1) ?? ''
  const [metric, setMetric] = useState<Metric>('accuracy')
  const [isOpen, setOpen] = useState(false)
  const [filter, setFilter] = useState(EVERYTHING)
  const now = useNow(MINUTE)
  const curve = useMemo(
    () => withCurrentState(windows, quality, counts.items, classes.length),
    [windows, quality, counts.items, classes.length],
  )
  const hasFigure = quality !== undefined && quality.all.answers >= MIN_LABELS
  const hasSeveralFigure = several !== undefined && counts.answers >= MIN_LABELS
  const gain = quality?.gainOverRandom
  const binary = binaryOf(stream)
  const lastItem = counts.items === 0 ? undefined : live.lastItem
  const showMistakes = () => {
    setFilter({ ...EVERYTHING, show: 'wrong' })
    document.getElementById('decisions')?.scrollIntoView()
    document.getElementById('decisions-title')?.focus()
  }
  return (
    <>
      <Head
        stream={stream}
        waiting={counts.open}
        connected={live.connected}
        lastItem={lastItem}
        pool={status.pool}
        onSettings={() => setOpen(true)}
      />
      {status.pool ? (
        <PoolGrid stream={stream} pool={status.pool} live={live} />
      ) : (
        <div class="grid">
          <section class="panel hero wide" aria-label={say('dashboard.quality')}>
            <div class="hero-figure">
              {hasFigure ? (
                <Figure
                  quality={quality}
                  metric={metric}
                  onMetric={setMetric}
                  classes={classes}
                  positive={positive}
                  measure={config.measure}
                  items={counts.items}
                />
              ) : hasSeveralFigure ? (
                <SeveralFigure quality={several} items={counts.items} answers={counts.answers} />
              ) : (
                <TooEarly answers={counts.answers} needed={MIN_LABELS} items={counts.items} />
              )}
            </div>
            <div>
              <OverTime windows={curve} quality={quality} metric={metric} classes={classes.length} />
            </div>
          </section>
          {gain && <GainStrip gain={gain} />}
          <Findings
            findings={collectFindings({
              quality,
              windows,
              status,
              isWatched: config.drift,
              isPaused: config.paused,
              now,
            })}
          />
          <Spent
            windows={windows}
            budget={itemBudget(stream, status.budget)}
            created={created}
            counts={counts}
            time={lastItem ?? created}
          />
          <AskedShare
            windows={windows}
            items={counts.items}
            {...(!config.multiLabel && { spent: counts.spent })}
          />
          <AnswerDelay windows={windows} answers={counts.answers} />
          {config.multiLabel ? (
            <ClassQualities quality={several} onLatest={showMistakes} />
          ) : (
            <>
              <ConfusionPanel confusion={confusion} onLatest={showMistakes} />
              <Balance confusion={confusion} classes={classes} positive={positive} />
            </>
          )}
          <FeaturesPanel
            features={live.features}
            classes={classes}
            isNextToConfusion={confusion !== undefined && confusion.answers >= MIN_LABELS}
            isEarly={status.modelVersion === 0}
          />
          <Labellers agreement={live.agreement} quality={live.quality} />
          {config.partitions !== undefined && <Workers stream={id} />}
          {stream.may.includes('export') && (
            <DecisionsPanel
              stream={id}
              classes={classes}
              binary={binary}
              isReady={status.ready}
              updates={live.decided + live.answered}
              items={counts.items}
              now={now}
              filter={filter}
              onFilter={setFilter}
            />
          )}
        </div>
      )}
      <footer class="foot">
        <span />
        <span>
          {say('dashboard.foot', {
            when: formatDate(created),
            seed: String(config.seed),
            count: status.modelVersion,
          })}
        </span>
      </footer>
      {isOpen && <Settings stream={stream} onClose={() => setOpen(false)} onChange={onChange} />}
    </>
  )
}
