import { ClassName } from '../parts/class-name.js'
import { KeyCap } from '../parts/key-cap.js'
import { say } from '../words/say.js'
import { type Choice, isComplete } from './choice.js'

/** The choice of labels in a multi-label stream. */
export interface Several {
  readonly choice: Choice
  /** The classes that the question is about. */
  readonly asked: readonly string[]
  /** The probability of each class, once the suggestion is shown. */
  readonly likely: Readonly<Record<string, number>> | undefined
  onNone(): void
  onSend(): void
}

/** Keeps the focus off the button; otherwise Enter would press it instead of sending. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

interface SeveralBarProps extends Several {
  readonly classes: readonly string[]
  /** Whether the chosen labels are listed, because not every class has a button. */
  readonly isListed: boolean
  readonly isOpen: boolean
  onToggle(label: string): void
}

/** Says what is asked, and sends the chosen labels or none of them. */
export const SeveralBar = (props: SeveralBarProps) => {
  const { choice, asked, classes, isListed, isOpen } = props
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus where it is
    <div class="several" onMouseDown={keepFocus}>
      <p class="lead" role="status">
        {isOpen && say('label.several.lead', { count: asked.length, of: classes.length })}
      </p>
      {isListed &&
        choice.labels.map((label) => (
          <button
            key={label}
            type="button"
            class="button"
            aria-label={say('label.several.remove', { label })}
            onClick={() => props.onToggle(label)}
          >
            <ClassName classes={classes} label={label} /> ×
          </button>
        ))}
      <button
        type="button"
        class="button none"
        aria-pressed={choice.isNone}
        aria-keyshortcuts="0"
        disabled={!isOpen}
        onClick={props.onNone}
      >
        <KeyCap name="0" /> {say('label.several.none')}
      </button>
      <button
        type="button"
        class="button primary"
        aria-keyshortcuts="Enter"
        disabled={!isOpen || !isComplete(choice)}
        onClick={props.onSend}
      >
        <KeyCap name="⏎" /> {say('label.several.send')}
      </button>
    </div>
  )
}
