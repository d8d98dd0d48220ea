import { classColour, WrappingName } from '../parts/class-name.js'
import { KeyCap } from '../parts/key-cap.js'
import { RichText, say } from '../words/say.js'

interface ConfirmClassProps {
  readonly classes: readonly string[]
  /** The class in question. */
  readonly label: string
  readonly isOpen: boolean
  onAccept(): void
  onReject(): void
  onList(): void
}

/** Keeps the focus off the buttons; otherwise space would press them again instead of skipping. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** Asks about one class. */
export const ConfirmClass = ({ classes, label, isOpen, ...on }: ConfirmClassProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere
  <div class="confirm" role="group" aria-labelledby="confirm-question" onMouseDown={keepFocus}>
    <p id="confirm-question" aria-live="polite">
      <RichText
        k="label.confirm.question"
        label={
          <b class="of-class" data-class={classColour(classes, label)}>
            <WrappingName name={label} />
          </b>
        }
      />
    </p>
    <button type="button" class="answer" aria-keyshortcuts="n" disabled={!isOpen} onClick={on.onReject}>
      <KeyCap name="n" />
      <span>{say('label.confirm.no')}</span>
    </button>
    <button
      type="button"
      class="answer of-class"
      data-class={classColour(classes, label)}
      aria-keyshortcuts="y"
      disabled={!isOpen}
      onClick={on.onAccept}
    >
      <KeyCap name="y" />
      <span>{say('label.confirm.yes')}</span>
    </button>
    <button type="button" class="answer add" aria-keyshortcuts="l" disabled={!isOpen} onClick={on.onList}>
      <KeyCap name="l" />
      <span>{say('label.confirm.list')}</span>
    </button>
  </div>
)
