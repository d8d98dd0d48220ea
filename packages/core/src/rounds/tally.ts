import type { Tally } from '../parts.js'
import { numberIn, type State } from '../state/state.js'

/** Rounds are not saved here; `Deciding` counts them. */
export const saveTally = ({ asked, mistakes, updates }: Tally): State => ({ asked, mistakes, updates })

export const loadTally = (tally: Tally, state: State): void => {
  tally.asked = numberIn(state, 'asked')
  tally.mistakes = numberIn(state, 'mistakes')
  tally.updates = numberIn(state, 'updates')
}
