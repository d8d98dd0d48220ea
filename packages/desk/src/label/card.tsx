import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { ItemBody, ItemHead } from '../item/item.js'
import { collectMarks } from '../item/marks.js'
import { itemTexts, readItem } from '../item/read.js'
import { type Binary, positiveShare, thresholdText } from '../parts/binary.js'
import { classColour } from '../parts/class-name.js'
import { labelText } from '../parts/labels.js'
import { ShareBar } from '../parts/share-bar.js'
import { RichText, say } from '../words/say.js'
import type { Question } from './labelling.js'
import { useSwipe } from './swipe.js'

interface CardProps {
  readonly question: Question
  readonly next: Question | undefined
  readonly classes: readonly string[]
  /** With two classes, how it predicts. */
  readonly binary: Binary | undefined
  readonly revealed: boolean
  /** Buttons at the foot of the card. */
  readonly tools: ComponentChildren
  readonly onSwipe: ((to: 'left' | 'right') => void) | undefined
}

/** The current item. The element is reused for the next item, so that it keeps the focus. */
export const Card = ({ question, next, classes, binary, revealed, tools, onSwipe }: CardProps) => {
  const card = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLElement>(null)
  const item = readItem(question)
  // Memoized per item, because the desk around it re-renders more often.
  const [head, content] = useMemo(() => {
    const shown = {
      item,
      weighed: question,
      marking: { marks: collectMarks(question, classes, question.ready), classes, revealed },
    }
    return [<ItemHead key={question.id} {...shown} />, <ItemBody key={question.id} {...shown} />]
  }, [item, question, classes, revealed])
  useSwipe(card, onSwipe)
  useLayoutEffect(() => {
    body.current?.scrollTo(0, 0)
    const motion = card.current?.animate(
      [
        { opacity: 0.4, transform: 'translateY(8px)' },
        { opacity: 1, transform: 'none' },
      ],
      { duration: isCalm() ? 0 : 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
    )
    return () => motion?.cancel()
  }, [question.id])
  return (
    <div class="stack">
      <div class="card" ref={card}>
        <header class="card-head" data-kind={item.kind}>
          {head}
        </header>
        <section
          class="card-body item"
          ref={body}
          data-kind={item.kind}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
          tabIndex={0}
          aria-label={say('label.body')}
        >
          {content}
        </section>
        <footer class="card-foot">
          <Legend question={question} classes={classes} binary={binary} revealed={revealed} />
          {tools}
        </footer>
      </div>
      {next && (
        <p class="next">
          <span>{say('label.next')}</span>
          <span aria-hidden="true">·</span>
          <span class="title">{readItem(next).title}</span>
        </p>
      )}
    </div>
  )
}

const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

interface LegendProps {
  readonly question: Question
  readonly classes: readonly string[]
  readonly binary: Binary | undefined
  readonly revealed: boolean
}

/** With two classes: the probability of the positive one and the threshold, from which the suggestion follows. */
const Suggestion = ({ question, binary }: Pick<LegendProps, 'question' | 'binary'>) => {
  const { predicted, confidence, threshold, ready } = question
  if (!ready) return <>{say('label.noSuggestion')}</>
  if (typeof predicted !== 'string')
    return <RichText k="label.several.suggestion" label={labelText(predicted)} />
  if (!binary) return <RichText k="label.suggestion" label={predicted} share={Math.round(100 * confidence)} />
  const share = positiveShare(question, binary.positive)
  const values = { label: predicted, positive: binary.positive, share: Math.round(100 * share) }
  return (
    <>
      <RichText k="label.binarySuggestion" {...values} /> <ShareBar share={share} threshold={threshold} />{' '}
      {thresholdText({ ...binary, threshold })}
    </>
  )
}

/** Legend of the marks; includes the suggestion once revealed. */
const Legend = ({ question, classes, binary, revealed }: LegendProps) => {
  const { predicted, contributions, unknownFeatures, ready } = question
  const others = typeof predicted !== 'string' ? predicted : classes.length === 2 ? classes : [predicted]
  const hasWords = itemTexts(readItem(question)).some(([text]) => text !== '')
  return (
    <>
      {revealed && (
        <span class="suggestion">
          <Suggestion question={question} binary={binary} />
        </span>
      )}
      {ready &&
        contributions.length > 0 &&
        (revealed ? (
          others.map((label) => (
            <mark key={label} class="of-class" data-class={classColour(classes, label)}>
              {say('label.towards', { label })}
            </mark>
          ))
        ) : (
          <mark>{say('label.topWord')}</mark>
        ))}
      {!revealed && ready && hasWords && unknownFeatures.length > 0 && (
        <span class="new-word">{say('label.newWord')}</span>
      )}
    </>
  )
}
