import type { Results } from '../../results/results.js'
import type { Figure } from '../figure.js'
import { overItems } from './over-items.js'
import { againstRatio } from './ratio.js'

/** The time of one round against the query ratio. */
export const timeFigures = (results: Results): readonly Figure[] =>
  againstRatio(results, 'time', 'time', (set) => `${set}: time of a round and query ratio`)

/** Seconds since the start over the items. */
export const timeItemsFigures = (results: Results): readonly Figure[] =>
  overItems(results, {
    id: 'seconds',
    column: 'seconds',
    y: { label: 'seconds', scale: 'linear', unit: 'number' },
    title: 'time over the items',
    meaning: 'Seconds since the start',
  })
