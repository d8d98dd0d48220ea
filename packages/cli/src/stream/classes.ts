import { canonicalLabel, sortedLabels } from '@askance/data'
import { cliError } from '../errors.js'

/** The classes of a stream in the order the model wants them, and which one the metrics speak of. */
export interface Classes {
  readonly names: readonly string[]
  readonly positive: number
}

/**
 * A label as JSON shows it: a number where it is written as one.
 *
 * @example
 * jsonLabel('-1') // => -1
 * jsonLabel('007') // => '007'
 */
export const jsonLabel = (label: string): string | number => {
  const value = Number(label)
  return Number.isFinite(value) && String(value) === label ? value : label
}

/** What `--classes` lists. */
export const classesFromFlag = (text: string): readonly string[] => {
  const classes = text.split(',').map((label) => canonicalLabel(label.trim()))
  if (classes.length < 2 || classes.includes(''))
    throw cliError('usage/classes', { reason: `found ${text}, expected at least two labels like -1,1` })
  const twice = classes.find((label, k) => classes.indexOf(label) !== k)
  if (twice !== undefined) throw cliError('usage/classes', { reason: `${twice} stands twice` })
  return classes
}

/** What the data holds; there must be something to tell apart. */
export const classesFromData = (met: readonly string[], source: string): readonly string[] => {
  if (met.length === 0) throw cliError('data/empty', {}, { source })
  if (met.length === 1) throw cliError('data/classes', { found: `only the label ${met[0]}` }, { source })
  return sortedLabels(met)
}

/**
 * The positive class is the last one unless somebody says otherwise. Of two classes the model wants it second; with
 * more it only matters to the metrics.
 */
export const orderClasses = (names: readonly string[], positive: string | undefined): Classes => {
  if (positive === undefined) return { names, positive: names.length - 1 }
  const label = canonicalLabel(positive)
  const index = names.indexOf(label)
  if (index < 0) throw cliError('usage/positive', { label, classes: names.join(', ') })
  if (names.length > 2 || index === 1) return { names, positive: index }
  return { names: names.toReversed(), positive: 1 }
}
