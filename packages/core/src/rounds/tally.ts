import type { Tally } from '../parts.js'
import { numberIn, type State } from '../state/state.js'

/** The rounds are not saved: they are counted where decisions are. */
export const saveTally = ({ asked, mistakes, updates }: Tally): State => ({ asked, mistakes, updates })

export const loadTally = (tally: Tally, state: State): void => {
  tally.asked = numberIn(state, 'asked')
  tally.mistakes = numberIn(state, 'mistakes')
  tally.updates = numberIn(state, 'updates')
}
