import { unwrap } from '@askance/server/client'
import type { ComponentChildren } from 'preact'
import { ItemBody } from '../item/item.js'
import { collectMarks, featureWords, type WeighedFeatures } from '../item/marks.js'
import { readItem } from '../item/read.js'
import { type Binary, positiveShare, thresholdText } from '../parts/binary.js'
import { ClassName, ClassNames } from '../parts/class-name.js'
import { Dialog } from '../parts/dialog.js'
import { isSameLabel, type LabelOrLabels, labelText } from '../parts/labels.js'
import { useLoaded } from '../parts/loaded.js'
import { formatCount, formatProbability } from '../parts/numbers.js'
import { Problem } from '../parts/problem.js'
import { reasonText } from '../parts/question-words.js'
import { Scrolling } from '../parts/scrolling.js'
import { ShareBar } from '../parts/share-bar.js'
import { formatDate } from '../parts/times.js'
import { hasRole, useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import type { Decision, Explanation, ItemDetail, MultiLabelDecision } from './api.js'
import { DetailActions } from './detail-actions.js'
import { eventText } from './history.js'
import { strongest } from './strongest.js'

interface DetailProps {
  readonly stream: string
  readonly id: string
  readonly classes: readonly string[]
  readonly binary: Binary | undefined
  onClose(): void
  onChange(): void
}

/** All details of one item. */
export const Detail = ({ stream, id, classes, binary, onClose, onChange }: DetailProps) => {
  const { client, me } = useSession()
  const params = { path: { stream, id } }
  const item = useLoaded(
    (signal) => unwrap(client.GET('/v1/streams/{stream}/items/{id}', { params, signal })),
    [stream, id],
  )
  const explanation = useLoaded(
    (signal) => unwrap(client.GET('/v1/streams/{stream}/items/{id}/explanation', { params, signal })),
    [stream, id],
  )
  const title = item.data ? readItem(item.data).title : id
  return (
    <Dialog title={title} open onClose={onClose} class="dashboard detail">
      {item.error !== undefined && <Problem error={item.error} onRetry={item.reload} />}
      {item.data && (
        <div class="detail-body">
          <ItemContent item={item.data} explanation={explanation.data} classes={classes} />
          {item.data.decision &&
            ('byClass' in item.data.decision ? (
              <SeveralDecisions decision={item.data.decision} classes={classes} />
            ) : (
              <DecisionFacts decision={item.data.decision} classes={classes} binary={binary} />
            ))}
          {explanation.data && (
            <ExplanationList explanation={explanation.data} before={item.data.predicted} />
          )}
          <HistoryList item={item.data} />
          {hasRole(me.role, 'owner') && (
            <DetailActions
              stream={stream}
              item={item.data}
              classes={classes}
              onChange={() => {
                item.reload()
                explanation.reload()
                onChange()
              }}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

const NOTHING: WeighedFeatures = { predicted: '', contributions: [], unknownFeatures: [] }
const MAX_MARKED = 12

interface ContentProps {
  readonly item: ItemDetail
  readonly explanation: Explanation | undefined
  readonly classes: readonly string[]
}

const ItemContent = ({ item, explanation, classes }: ContentProps) => {
  const weighed: WeighedFeatures = explanation
    ? { ...explanation, contributions: strongest(explanation.features, MAX_MARKED) }
    : NOTHING
  return (
    <Scrolling class="detail-content item" label={say('dashboard.detail.text')}>
      <ItemBody
        item={readItem(item)}
        weighed={weighed}
        marking={{ marks: collectMarks(weighed, classes, explanation?.ready), classes, revealed: true }}
      />
    </Scrolling>
  )
}

interface FactsProps {
  readonly decision: Decision
  readonly classes: readonly string[]
  readonly binary: Binary | undefined
}

/** With two classes, the probability of the positive one and the threshold of that time say why it was predicted. */
const Probability = ({ decision, binary }: Pick<FactsProps, 'decision' | 'binary'>) => {
  if (!binary)
    return <Fact name={say('dashboard.detail.confidence')}>{formatProbability(decision.confidence)}</Fact>
  const { threshold } = decision
  return (
    <>
      <Fact name={say('dashboard.decisions.probability', { label: binary.positive })}>
        <ShareBar share={positiveShare(decision, binary.positive)} threshold={threshold} />{' '}
        {formatProbability(positiveShare(decision, binary.positive))}
      </Fact>
      {threshold !== undefined && (
        <Fact name={say('dashboard.detail.threshold')}>{thresholdText({ ...binary, threshold })}</Fact>
      )}
    </>
  )
}

const DecisionFacts = ({ decision, classes, binary }: FactsProps) => {
  const { margin, coin, probability: chance, asked, reason, shadow } = decision
  const coinText = coin < 0.02 ? coin.toFixed(4) : coin.toFixed(3)
  return (
    <section>
      <h3>{say('dashboard.detail.decision')}</h3>
      <dl class="rows">
        <Fact name={say('dashboard.detail.predicted')}>
          {decision.ready ? (
            <ClassName classes={classes} label={decision.predicted} />
          ) : (
            say('common.notReady')
          )}
        </Fact>
        {decision.ready && <Probability decision={decision} binary={binary} />}
        {margin !== null && <Fact name={say('dashboard.detail.margin')}>{margin.toPrecision(3)}</Fact>}
        <Fact name={say('dashboard.detail.askProbability')}>{formatProbability(chance)}</Fact>
        <Fact name={say('dashboard.detail.coin')}>
          {say(asked ? 'dashboard.detail.coinAsked' : 'dashboard.detail.coinNotAsked', { coin: coinText })}
        </Fact>
        {reason !== undefined && <Fact name={say('dashboard.detail.reason')}>{reasonText(reason)}</Fact>}
        {shadow !== undefined && (
          <Fact name={say('dashboard.detail.shadow')}>
            <ClassName classes={classes} label={shadow} />
          </Fact>
        )}
        <Fact name={say('dashboard.detail.round')}>{formatCount(decision.t)}</Fact>
        <Fact name={say('dashboard.detail.model')}>
          {say('dashboard.detail.modelText', { count: decision.modelVersion })}
        </Fact>
      </dl>
    </section>
  )
}

/** The decision about each class of a multi-label stream. */
const SeveralDecisions = ({
  decision: { predicted, byClass, t, modelVersion },
  classes,
}: {
  readonly decision: MultiLabelDecision
  readonly classes: readonly string[]
}) => (
  <section>
    <h3>{say('dashboard.detail.decision')}</h3>
    <dl class="rows">
      <Fact name={say('dashboard.detail.predicted')}>
        <ClassNames classes={classes} label={predicted} />
      </Fact>
      {Object.entries(byClass).map(([label, { predicted: isPredicted, confidence, probability, asked }]) => (
        <Fact key={label} name={label}>
          {say(isPredicted ? 'dashboard.several.yes' : 'dashboard.several.no', {
            confidence: formatProbability(confidence),
          })}{' '}
          {say(asked ? 'dashboard.several.asked' : 'dashboard.several.notAsked', {
            probability: formatProbability(probability),
          })}
        </Fact>
      ))}
      <Fact name={say('dashboard.detail.round')}>{formatCount(t)}</Fact>
      <Fact name={say('dashboard.detail.model')}>
        {say('dashboard.detail.modelText', { count: modelVersion })}
      </Fact>
    </dl>
  </section>
)

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const MAX_FEATURES = 12

interface ExplanationProps {
  readonly explanation: Explanation
  /** The prediction at arrival. */
  readonly before: LabelOrLabels
}

const ExplanationList = ({ explanation, before }: ExplanationProps) => {
  const { features, predicted, ready, unknownFeatures, reasonText } = explanation
  const shown = strongest(features, MAX_FEATURES)
  const max = Math.max(0, ...shown.map(({ contribution }) => Math.abs(contribution)))
  return (
    <section>
      <h3>{say('dashboard.detail.why')}</h3>
      {ready && !isSameLabel(predicted, before) && (
        <p class="muted">{say('dashboard.detail.predictedNow', { label: labelText(predicted) })}</p>
      )}
      {reasonText !== undefined && <p class="muted">{reasonText}</p>}
      {shown.length === 0 && <p class="muted">{say('dashboard.detail.noFeatures')}</p>}
      <ul class="contributions">
        {shown.map(({ feature, text, contribution, label = labelText(predicted) }) => (
          <li key={`${label} ${feature}`} class={contribution < 0 ? 'against' : undefined}>
            <span>{text}</span>
            <span class="contribution" aria-hidden="true">
              <i style={{ width: `${max > 0 ? (100 * Math.abs(contribution)) / max : 0}%` }} />
            </span>
            <span class="faint">
              {contribution < 0
                ? say('dashboard.detail.against', { label })
                : say('dashboard.detail.towards', { label })}
            </span>
          </li>
        ))}
      </ul>
      {ready && unknownFeatures.length > 0 && (
        <p class="muted">
          {say('dashboard.detail.unknownFeatures', {
            words: featureWords(unknownFeatures).slice(0, MAX_FEATURES).join(', '),
          })}
        </p>
      )}
    </section>
  )
}

const HistoryList = ({ item: { history, historyTruncated } }: { readonly item: ItemDetail }) => (
  <section>
    <h3>{say('dashboard.detail.history')}</h3>
    <ol class="history">
      {history.map((event) => (
        <li key={event.seq}>
          <time class="mono faint">{formatDate(event.time)}</time> {eventText(event)}
        </li>
      ))}
    </ol>
    {historyTruncated && <p class="hint">{say('dashboard.detail.historyTruncated')}</p>}
  </section>
)
