import type { Cell, Results } from '../../results/results.js'
import { counted, percent } from './format.js'

/** How many runs there were and their seeds: `20 runs (seeds 1 to 20)`. */
export const runsNote = ({ protocol: { runs, seed } }: Results): string =>
  runs === 1 ? `1 run (seed ${seed})` : `${counted(runs, 'run')} (seeds ${seed} to ${seed + runs - 1})`

/** The sets that are not there, each with the reason. */
export const missingNotes = ({ missing }: Results): readonly string[] =>
  missing.map(({ set, reason }) => `Without ${set}: ${reason}.`.replace(/\.\.$/, '.'))

/**
 * What stands in place of a value that the rule cannot have.
 *
 * @example
 * notAttainable({ ratio: 0.1, reached: 0.1417 }) // => 'not attainable (lowest 14.2 %)'
 * notAttainable({ ratio: 0.5, reached: 0.31 }) // => 'not attainable (highest 31 %)'
 */
export const notAttainable = ({ ratio, reached }: Pick<Cell, 'ratio' | 'reached'>): string =>
  `not attainable (${reached > ratio ? 'lowest' : 'highest'} ${percent(reached)})`
