import { floatsIn, integersIn, type State } from '../../state/state.js'
import type { Design } from '../design.js'
import { Stack } from './stack.js'

/**
 * The stack with one more member after its `members`. Earlier answers have no scores of it, and slopes that were fitted to them
 * stay as they are.
 */
export const withMember = (stack: Stack, design: Design, members: number, classes: number): Stack => {
  const grown = new Stack(design, members + 1, classes)
  if (stack.held === 0) return grown
  const state = stack.save()
  const slopes = floatsIn(state, 'slopes')
  const scores = floatsIn(state, 'scores')
  const own = members * classes
  const longer = new Float64Array(stack.held * (own + 2 * classes))
  integersIn(state, 'labels').forEach((_, i) => {
    const from = i * (own + classes)
    const to = i * (own + 2 * classes)
    longer.set(scores.subarray(from, from + own), to)
    longer.set(scores.subarray(from + own, from + own + classes), to + own + classes)
  })
  const all = [...slopes.subarray(0, members), grown.slopes[members], slopes[members]]
  grown.load({ ...state, slopes: Float64Array.from(all), scores: longer } as State)
  return grown
}
