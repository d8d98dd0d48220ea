import { KeyCap } from '../parts/key-cap.js'
import { say } from '../words/say.js'
import { type KeyLayout, keyFor } from './keys.js'
import type { Confirming } from './use-confirming.js'

interface CardToolsProps {
  readonly layout: KeyLayout
  readonly confirming: Confirming
  readonly revealed: boolean
  onReveal(): void
}

/** Shows the suggestion, or asks about one class at a time, which shows it always. */
export const CardTools = ({ layout, confirming, revealed, onReveal }: CardToolsProps) => (
  <span class="card-tools">
    {confirming.isAvailable && (
      <button
        type="button"
        class="button quiet"
        title={say('label.confirm.hint')}
        onClick={confirming.toggle}
      >
        {say(confirming.isOn ? 'label.confirm.off' : 'label.confirm.on')}
      </button>
    )}
    {!confirming.isOn && (
      <button type="button" class="button quiet" aria-pressed={revealed} onClick={onReveal}>
        {say(revealed ? 'label.hide' : 'label.reveal')} <KeyCap name={keyFor('reveal', layout) ?? ''} />
      </button>
    )}
  </span>
)
