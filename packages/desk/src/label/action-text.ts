import { type LabelOrLabels, labelText } from '../parts/labels.js'
import { say } from '../words/say.js'
import type { Action } from './outbox.js'

/** The action as a short text. */
export const actionText = ({
  action,
  label,
}: {
  readonly action: Action
  readonly label?: LabelOrLabels
}): string => {
  if (action === 'answer') return labelText(label ?? '')
  if (action === 'undo') return say('label.strips.undo')
  return say(action === 'skip' ? 'label.last.skipped' : 'label.last.unsure')
}
