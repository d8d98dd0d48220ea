import { say } from '../words/say.js'
import type { Deed } from './outbox.js'

/** What somebody said of a question, in a word. */
export const deedWord = ({ deed, label }: { readonly deed: Deed; readonly label?: string }): string => {
  if (deed === 'answer') return label ?? ''
  if (deed === 'undo') return say('label.strips.undoOf')
  return say(deed === 'skip' ? 'label.last.skipped' : 'label.last.unsure')
}
