import type { RefObject } from 'preact'
import { classColour, WrappingName } from '../parts/class-name.js'
import { ClassPicker } from '../parts/class-picker.js'
import { KeyCap } from '../parts/key-cap.js'
import { formatProbability } from '../parts/numbers.js'
import { say } from '../words/say.js'
import { AddClass } from './add-class.js'
import { ConfirmClass } from './confirm-class.js'
import { classKey, type KeyLayout, keyFor } from './keys.js'
import { type Several, SeveralBar } from './several.js'
import type { Confirming } from './use-confirming.js'

interface AnswersProps {
  readonly classes: readonly string[]
  readonly layout: KeyLayout
  readonly confirming: Confirming
  /** Whether a question is shown. */
  readonly isOpen: boolean
  /** The class of the last answer, highlighted for a moment. */
  readonly hit: string | undefined
  readonly canAdd: boolean
  readonly isAdding: boolean
  readonly canUndo: boolean
  readonly note: string
  /** With many classes: those to list first, and the search box. */
  readonly first: readonly string[]
  readonly search: RefObject<HTMLInputElement | null>
  /** In a multi-label stream: the labels chosen so far. Class buttons choose and take back. */
  readonly several?: Several
  onAnswer(label: string): void
  onSkip(): void
  onUnsure(): void
  onUndo(): void
  onHelp(): void
  onAdding(isAdding: boolean): void
  onAdd(name: string): Promise<void>
}

/** Longer names use a smaller font. */
const LONG_NAME = 24

/** Keeps the focus off the button; otherwise space would answer again instead of skipping. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** Buttons for the classes and the other actions. Every shortcut has a button. */
export const Answers = (props: AnswersProps) => {
  const { classes, layout, confirming, isOpen, canUndo, note } = props
  return (
    <div class="answering">
      {props.isAdding ? (
        <AddClass classes={classes} onAdd={props.onAdd} onClose={() => props.onAdding(false)} />
      ) : confirming.label !== undefined ? (
        <ConfirmClass
          classes={classes}
          label={confirming.label}
          isOpen={isOpen}
          onAccept={() => props.onAnswer(confirming.label ?? '')}
          onReject={confirming.reject}
          onList={confirming.openList}
        />
      ) : layout === 'search' ? (
        <ClassPicker
          classes={classes}
          first={props.first.filter((label) => !confirming.rejected.includes(label))}
          hit={props.hit}
          field={props.search}
          isFocused={confirming.canGoBack}
          onClose={() => confirming.canGoBack && confirming.back()}
          isDisabled={!isOpen}
          onPick={props.onAnswer}
        />
      ) : (
        <ClassButtons {...props} />
      )}
      {props.several && (
        <SeveralBar
          {...props.several}
          classes={classes}
          isListed={layout === 'search'}
          isOpen={isOpen}
          onToggle={props.onAnswer}
        />
      )}
      <div class="minor">
        <Minor
          keys="Space"
          cap={say('label.skipKey')}
          text={say('label.skip')}
          isOpen={isOpen}
          onClick={props.onSkip}
        />
        <Minor
          keys={keyFor('unsure', layout) ?? ''}
          text={say('label.unsure')}
          isOpen={isOpen}
          onClick={props.onUnsure}
        />
        <Minor keys="Backspace" cap="⌫" text={say('label.undo')} isOpen={canUndo} onClick={props.onUndo} />
        {layout === 'search' && props.canAdd && (
          <Minor
            keys="+"
            text={say('label.add.button')}
            isOpen={isOpen}
            onClick={() => props.onAdding(true)}
          />
        )}
        <span class="note" aria-hidden="true">
          {note}
        </span>
        <button type="button" class="button quiet wide" aria-keyshortcuts="?" onClick={props.onHelp}>
          <KeyCap name="?" /> {say('label.keys')}
        </button>
      </div>
    </div>
  )
}

/** One button and one key for each class. */
const ClassButtons = ({ classes, isOpen, hit, canAdd, several, onAnswer, onAdding }: AnswersProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere
  <div
    class="answers"
    role="group"
    aria-label={say('label.answers')}
    data-many={
      several !== undefined || classes.length > 4 || classes.some(({ length }) => length > LONG_NAME)
    }
    onMouseDown={keepFocus}
  >
    {classes.map((label, place) => (
      <button
        key={label}
        type="button"
        class="answer of-class"
        data-class={classColour(classes, label)}
        data-hit={label === hit}
        aria-keyshortcuts={classKey(place)}
        title={label}
        disabled={!isOpen || several?.asked.includes(label) === false}
        {...(several && { 'aria-pressed': several.choice.labels.includes(label) })}
        onClick={() => onAnswer(label)}
      >
        <KeyCap name={classKey(place) ?? ''} />
        <i class="shape" aria-hidden="true" />
        <span>
          <WrappingName name={label} />
        </span>
        {several?.likely?.[label] !== undefined && (
          <small>{formatProbability(several.likely[label] ?? 0)}</small>
        )}
      </button>
    ))}
    {canAdd && (
      <button
        type="button"
        class="answer add"
        aria-label={say('label.add.title')}
        aria-keyshortcuts="+"
        disabled={!isOpen}
        onClick={() => onAdding(true)}
      >
        <KeyCap name="+" />
        <span>{say('label.add.button')}</span>
      </button>
    )}
  </div>
)

interface MinorProps {
  readonly keys: string
  /** Text of the key cap, if it differs from the key. */
  readonly cap?: string
  readonly text: string
  readonly isOpen: boolean
  onClick(): void
}

const Minor = ({ keys, cap = keys, text, isOpen, onClick }: MinorProps) => (
  <button
    type="button"
    class="button quiet"
    aria-keyshortcuts={keys}
    disabled={!isOpen}
    onMouseDown={keepFocus}
    onClick={onClick}
  >
    <KeyCap name={cap} /> {text}
  </button>
)
