import { useState } from 'preact/hooks'
import { FileColumns } from '../item/file-columns.js'
import { readItem } from '../item/read.js'
import { classColour, WrappingName } from '../parts/class-name.js'
import { KeyCap } from '../parts/key-cap.js'
import { labelText } from '../parts/labels.js'
import { formatPercent } from '../parts/numbers.js'
import { Problem } from '../parts/problem.js'
import { Segments } from '../parts/segments.js'
import { useShortcuts } from '../parts/shortcuts.js'
import { useStream } from '../shell/follow.js'
import { hasRole, useSession } from '../shell/session.js'
import { RichText, say } from '../words/say.js'
import { ChooseClass } from './choose-class.js'
import { Head } from './head.js'
import { type DoubtfulItem, type ReviewKind, reviewAction, reviewChoices } from './reviewing.js'
import { WholeItem } from './rows.js'
import { useReview } from './use-review.js'

/** Labels to check, one at a time, with one key each. */
export const Review = ({ stream }: { readonly stream: string }) => {
  const { me } = useSession()
  const canSettle = hasRole(me.role, 'owner')
  const detail = useStream(stream)
  const [kind, setKind] = useState<ReviewKind>('disagreements')
  const [isChoosing, setChoosing] = useState(false)
  const review = useReview(stream, kind)
  const classes = detail.data?.status.classes ?? []
  const [item] = review.items ?? []
  const choices = item ? reviewChoices(item, kind) : []
  useShortcuts((event) => {
    const action = canSettle
      ? reviewAction(
          event.key,
          choices.map(({ label }) => label),
        )
      : undefined
    if (!action || event.repeat) return
    event.preventDefault()
    if (action.does === 'settle') void review.settle(action.label)
    else if (action.does === 'later') review.later()
    else if (action.does === 'other') setChoosing(item !== undefined)
    else void review.undo()
  })
  return (
    <main id="main" class="page items-page">
      <Head stream={stream} detail={detail.data} tab="review">
        <Segments<ReviewKind>
          label={say('review.kind')}
          options={[
            ['disagreements', say('review.disagreements')],
            ['mistakes', say('review.mistakes')],
          ]}
          value={kind}
          onChange={setKind}
        />
      </Head>
      <p class="muted small">{say(`review.about.${kind}`)}</p>
      {review.error !== undefined && <Problem error={review.error} onRetry={review.reload} />}
      {review.items?.length === 0 && (
        <div class="quiet-state">
          <h2>{say('review.none')}</h2>
          <p>{say(`review.noneText.${kind}`)}</p>
        </div>
      )}
      {item && (
        <article class="panel review-card" aria-label={readItem(item).title}>
          <FileColumns.Provider value={detail.data?.config.file?.columns ?? []}>
            <WholeItem item={item} classes={classes} />
          </FileColumns.Provider>
          <Doubt item={item} kind={kind} />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere */}
          <div class="review-choices" role="group" aria-label={say('review.choices')}>
            {choices.map(({ label, voters, isCurrent, isSuggested }, place) => (
              <button
                key={labelText(label)}
                type="button"
                class="button of-class"
                data-class={typeof label === 'string' ? classColour(classes, label) : 0}
                aria-keyshortcuts={String(place + 1)}
                disabled={!canSettle}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => void review.settle(label)}
              >
                <KeyCap name={String(place + 1)} />
                <b>
                  <WrappingName name={labelText(label)} />
                </b>
                <span class="faint">
                  {[
                    ...(isCurrent ? [say('review.current')] : []),
                    ...(isSuggested ? [say('review.suggested')] : []),
                    ...voters,
                  ].join(', ')}
                </span>
              </button>
            ))}
          </div>
        </article>
      )}
      {canSettle ? (
        <div class="review-tools">
          <Tool cap="o" keys="o" text={say('review.other')} isOn={!!item} onClick={() => setChoosing(true)} />
          <Tool
            cap={say('label.skipKey')}
            keys="Space"
            text={say('review.later')}
            isOn={!!item}
            onClick={review.later}
          />
          <Tool
            cap="⌫"
            keys="Backspace"
            text={say('label.undo')}
            isOn={review.canUndo}
            onClick={() => void review.undo()}
          />
          <span class="muted small" role="status">
            {review.note}
          </span>
          {review.items && review.items.length > 0 && (
            <span class="faint small">{say('review.left', { count: review.items.length })}</span>
          )}
        </div>
      ) : (
        <p class="muted small">{say('review.ownersOnly')}</p>
      )}
      <ChooseClass
        title={say('review.other')}
        classes={classes}
        isSeveral={detail.data?.config.multiLabel === true}
        open={isChoosing}
        onPick={(label) => {
          setChoosing(false)
          void review.settle(label)
        }}
        onClose={() => setChoosing(false)}
      />
    </main>
  )
}

const Doubt = ({ item, kind }: { readonly item: DoubtfulItem; readonly kind: ReviewKind }) => (
  <p class="small">
    {kind === 'mistakes' ? (
      <RichText
        k="review.contradicts"
        answer={labelText(item.answer ?? '')}
        suggested={labelText(item.suggested)}
        share={formatPercent(item.doubt)}
      />
    ) : (
      say(item.answer === undefined ? 'review.unsettled' : 'review.settledAs', {
        label: labelText(item.answer ?? ''),
      })
    )}
  </p>
)

interface ToolProps {
  readonly cap: string
  readonly keys: string
  readonly text: string
  readonly isOn: boolean
  onClick(): void
}

const Tool = ({ cap, keys, text, isOn, onClick }: ToolProps) => (
  <button
    type="button"
    class="button quiet"
    aria-keyshortcuts={keys}
    disabled={!isOn}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    <KeyCap name={cap} /> {text}
  </button>
)
