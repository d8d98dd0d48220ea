import { Dots } from '../parts/charts/dots.js'
import { ClassName, classColour } from '../parts/class-name.js'
import { formatCount, formatPercent, MIN_LABELS } from '../parts/numbers.js'
import { shownEstimate, shownRange } from '../parts/quality.js'
import { Scrolling } from '../parts/scrolling.js'
import { say } from '../words/say.js'
import type { Confusion, Features } from './api.js'
import { confusionCells, mostFrequentError } from './confusion.js'
import { intervalOf } from './estimates.js'
import { Panel } from './panel.js'

/** Above this number of classes the matrix becomes a scrolling heat table. */
const FEW = 6
/** Maximum background strength in percent at which text stays readable. */
const MAX_HEAT = 45

/** Whether the matrix takes a whole row; the panels after it then share the next row. */
const isLarge = (classes: readonly string[]): boolean => classes.length > 3

/** Placeholder for too few answers; empty while the data loads. */
const Early = ({ title, isKnown }: { readonly title: string; readonly isKnown: boolean }) => (
  <Panel title={title}>
    {isKnown && <p class="muted">{say('dashboard.confusion.early', { needed: MIN_LABELS })}</p>}
  </Panel>
)

interface ConfusionProps {
  readonly confusion: Confusion | undefined
  onLatest(): void
}

/** The estimated confusion matrix over all items. */
export const ConfusionPanel = ({ confusion, onLatest }: ConfusionProps) => {
  const title = say('dashboard.confusion.title')
  if (!confusion || confusion.answers < MIN_LABELS)
    return <Early title={title} isKnown={confusion !== undefined} />
  const { classes, items, omitted } = confusion
  const isHeat = classes.length > FEW
  const rows = confusionCells(confusion)
  const largest = mostFrequentError(confusion)
  const table = (
    <table class={isHeat ? 'confusion heat' : 'confusion'}>
      <thead>
        <tr>
          <td />
          {classes.map((label) => (
            <th key={label} scope="col" title={say('dashboard.confusion.predicted', { label })}>
              {isHeat ? label : say('dashboard.confusion.predicted', { label })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, truth) => (
          <tr key={classes[truth]}>
            <th scope="row">{say('dashboard.confusion.is', { label: classes[truth] ?? '' })}</th>
            {row.map(({ count, low, high, share }, k) => (
              <td
                key={classes[k]}
                class={k === truth ? 'right' : 'wrong'}
                style={isHeat ? { '--share': `${Math.round(MAX_HEAT * share)}%` } : {}}
              >
                <b>{formatCount(count)}</b>
                <span>
                  {k === truth
                    ? say('dashboard.confusion.recall', { share: formatPercent(share) })
                    : say('dashboard.confusion.between', { low, high })}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <Panel
      title={title}
      note={say('dashboard.confusion.note', { items })}
      class={isLarge(classes) ? 'wide' : 'third'}
    >
      {classes.length > 2 ? (
        <Scrolling class="scroll-x" label={say('dashboard.confusion.scroll')}>
          {table}
        </Scrolling>
      ) : (
        table
      )}
      {largest && (
        <p class="caption">
          {say('dashboard.confusion.largest', largest)}{' '}
          <button type="button" class="as-link" onClick={onLatest}>
            {say('dashboard.confusion.see')}
          </button>
        </p>
      )}
      {omitted > 0 && <p class="caption">{say('dashboard.confusion.omitted', { count: omitted })}</p>}
    </Panel>
  )
}

interface BalanceProps {
  readonly confusion: Confusion | undefined
  readonly classes: readonly string[]
  readonly positive: string
}

/** Predicted and estimated share of each class. */
export const Balance = ({ confusion, classes, positive }: BalanceProps) => {
  const title = say('dashboard.balance.title')
  if (!confusion || confusion.answers < MIN_LABELS)
    return <Early title={title} isKnown={confusion !== undefined} />
  const all = Math.max(
    1,
    confusion.predicted.reduce((sum, count) => sum + count, 0),
  )
  const dots = confusion.classes.map((label, k) => {
    const share = confusion.shares[k]
    return {
      name: label,
      share,
      range: share && intervalOf(share),
      line: (confusion.predicted[k] ?? 0) / all,
      colour: `class-${classColour(classes, label) || 'none'}`,
    }
  })
  const shown = dots.find(({ name }) => name === positive)
  return (
    <Panel
      title={title}
      note={say('dashboard.balance.note')}
      class={isLarge(confusion.classes) ? 'half' : 'third'}
    >
      <Dots
        title={title}
        heads={[
          say('dashboard.balance.class'),
          say('dashboard.balance.estimated'),
          say('dashboard.balance.predicted'),
        ]}
        dots={dots}
        text={(share) => say('common.percent', { value: String(Math.round(1000 * share) / 10) })}
        between={shownRange}
      />
      <p class="caption">
        <span class="key-line" aria-hidden="true" /> {say('dashboard.balance.predicted')}{' '}
        <span class="key-dot" aria-hidden="true" /> {say('dashboard.balance.estimated')}
        {shown?.share && (
          <>
            <br />
            {say('dashboard.balance.caption', {
              label: shown.name,
              predicted: formatPercent(shown.line),
              share: shownEstimate(shown.share, { answers: confusion.answers }),
            })}
          </>
        )}
      </p>
    </Panel>
  )
}

interface FeaturesProps {
  readonly features: Features | undefined
  readonly classes: readonly string[]
  /** Whether the confusion matrix is shown. */
  readonly isNextToConfusion: boolean
  readonly isEarly: boolean
}

const MAX_CLASSES = 6

/** The features with the largest weights of each class. */
export const FeaturesPanel = ({ features, classes, isNextToConfusion, isEarly }: FeaturesProps) => {
  const shown = features?.classes.filter((one) => one.features.length > 0) ?? []
  const max = Math.max(0, ...shown.flatMap((one) => one.features.map(({ weight }) => weight)))
  const rest = shown.length - MAX_CLASSES + (features?.omitted ?? 0)
  return (
    <Panel
      title={say('dashboard.features.title')}
      note={say('dashboard.features.note')}
      class={isNextToConfusion && isLarge(classes) ? 'half' : 'third'}
    >
      {!features ? null : shown.length === 0 ? (
        <p class="muted">{say(isEarly ? 'dashboard.features.early' : 'dashboard.features.none')}</p>
      ) : (
        <div class="features">
          {shown.slice(0, MAX_CLASSES).map(({ label, features: some }) => (
            <div key={label}>
              <h3>
                <ClassName classes={classes} label={label} />
              </h3>
              <ul>
                {some.slice(0, shown.length > 2 ? 5 : 8).map(({ feature, text, weight }) => (
                  <li
                    key={feature}
                    title={say('dashboard.features.weight', { feature: text, weight: weight.toPrecision(3) })}
                  >
                    <span>{text}</span>
                    <i
                      class="of-class"
                      data-class={classColour(classes, label)}
                      style={{ width: `${Math.max(2, (100 * weight) / max)}%` }}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
      {rest > 0 && <p class="caption">{say('dashboard.features.more', { count: rest })}</p>}
    </Panel>
  )
}
