import type { Outcome } from '../item.js'
import type { WriteOptions } from './writer.js'

/** A value beside an item. */
export type OutcomeValue = string | number | null

/** The columns that are written beside an item. */
export interface OutcomeColumns {
  readonly names: readonly string[]
  values(outcome: Outcome | undefined): readonly OutcomeValue[]
}

/** Put before a name that the file already has. */
const PREFIX = 'askance_'
/** Between the labels of an item that has several. */
const SEPARATOR = ';'

/**
 * The columns of an outcome: `label`, `probability` (of that label), `probability:CLASS` for each class, and `source`
 * (answer or prediction); with `authors` also `by`. A name that the file already has gets the prefix `askance_`.
 *
 * @example
 * const { names, values } = outcomeColumns({ classes: ['ham', 'spam'] }, ['id', 'label'])
 * names // => ['askance_label', 'probability', 'probability:ham', 'probability:spam', 'source']
 * const outcome = { label: 'spam', probabilities: [0.25, 0.75], source: 'prediction' } as const
 * values(outcome) // => ['spam', 0.75, 0.25, 0.75, 'prediction']
 */
export const outcomeColumns = (
  { classes = [], authors = false }: Pick<WriteOptions, 'classes' | 'authors'>,
  taken: readonly string[],
): OutcomeColumns => {
  const known = new Set(taken)
  const free = (name: string): string => (known.has(name) ? free(`${PREFIX}${name}`) : name)
  const probabilities = classes.map((label) => `probability:${label}`)
  const names = ['label', 'probability', ...probabilities, 'source', ...(authors ? ['by'] : [])].map(free)
  return {
    names,
    values: (outcome) => {
      if (!outcome) return names.map(() => null)
      const { label, labels, source, by = null } = outcome
      const each = classes.map((_, k) => outcome.probabilities?.[k] ?? null)
      const own = label === undefined ? null : (each[classes.indexOf(label)] ?? null)
      return [
        labels ? labels.join(SEPARATOR) : (label ?? null),
        own,
        ...each,
        source,
        ...(authors ? [by] : []),
      ]
    },
  }
}

/** The probability of the outcome's label. */
export const outcomeScore = (
  { label, probabilities }: Outcome,
  classes: readonly string[],
): number | undefined => (label === undefined ? undefined : probabilities?.[classes.indexOf(label)])
