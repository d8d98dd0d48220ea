import type { Results } from '../../results/results.js'
import type { Figure } from '../figure.js'
import { overItems } from './over-items.js'

/** When the labels are spent: how many were asked for up to each place. */
export const askedFigures = (results: Results): readonly Figure[] =>
  overItems(results, {
    id: 'asked',
    column: 'asked',
    y: { label: 'labels asked for', scale: 'linear', unit: 'number' },
    title: 'labels spent',
    meaning: 'Labels asked for so far',
  })
