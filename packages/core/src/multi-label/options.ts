import { type BudgetSpec, DEFAULT_CREDIT, defaultBurst } from '../budget/budget.js'
import { type ClassifierOptions, checkLabel, completed } from '../classifier/options.js'
import { coreError } from '../errors.js'
import { classList } from '../format/class-list.js'
import { Random } from '../random.js'
import { MAX_CLASSES } from '../rounds/create.js'
import { shownValue } from '../shown.js'

/** The two classes of a part: the item does not have the label, or it has it. */
export const PART_CLASSES = ['no', 'yes'] as const
export const [NO, YES] = PART_CLASSES

/**
 * The settings of a multi-label classifier: plain JSON, stored with it. The budget counts pairs of an item and a class; all
 * other settings apply to every part.
 */
export interface MultiLabelOptions extends Omit<ClassifierOptions, 'positive'> {
  /** The labels that an item can have, none, one or several of them. They are fixed. */
  readonly classes: readonly string[]
}

/**
 * The settings of the part of one class: with them, `new Classifier(…)` decides and learns the same bits alone. The seed is
 * derived from the seed and the name of the class, so that every part has its own coins, whatever the other classes are.
 *
 * @example
 * const options = { classes: ['sport', 'politics'], budget: { total: 5 }, seed: 7 }
 * partOptions(options, 'sport').classes // => ['no', 'yes']
 * partOptions(options, 'sport').budget // => { total: 3 }
 * partOptions(options, 'politics').budget // => { total: 2 }
 * partOptions(options, 'music') // => throws label/unknown
 */
export const partOptions = (options: MultiLabelOptions, label: string): ClassifierOptions => {
  const { classes, seed = 0 } = options
  const k = classes.indexOf(label)
  if (k < 0) throw coreError('label/unknown', { label, classes: classList(classes) })
  return {
    ...options,
    classes: PART_CLASSES,
    seed: partSeed(seed, label),
    budget: partBudget(pairBudget(options), k, classes.length),
  }
}

/** The budget of pairs: the given one, or that of the parameters of a paced algorithm. */
export const pairBudget = (options: MultiLabelOptions): BudgetSpec =>
  completed({ ...options, classes: PART_CLASSES }, 'features').budget

/** The seed of the part of a class: the first number of the sub-stream "class …" of the seed. */
export const partSeed = (seed: number, label: string): number =>
  new Random(seed, `class ${label}`).below(2 ** 53)

/**
 * The share of class `k` of `classes` in a budget of pairs. The shares add up to at most the budget, and no part exceeds
 * its own. A ratio and a horizon are the same for all parts, because every part sees every item.
 *
 * @example
 * partBudget({ ratio: 0.1, horizon: 1000 }, 0, 4) // => { ratio: 0.1, horizon: 1000 }
 * partBudget({ ratio: 0.1 }, 0, 4) // => { ratio: 0.1, credit: 5 }
 * partBudget({ perHour: 60, burst: 6 }, 0, 4) // => { perHour: 15, burst: 2 }
 * partBudget({ perHour: 60, burst: 3 }, 0, 4) // => throws budget/value
 */
export const partBudget = (budget: BudgetSpec, k: number, classes: number): BudgetSpec => {
  const { ratio, horizon, credit = DEFAULT_CREDIT, total, perHour } = budget
  const burst = budget.burst ?? defaultBurst(perHour ?? 0, classes)
  if (perHour !== undefined && !(burst >= classes))
    throw coreError('budget/value', {
      name: 'burst',
      value: burst,
      expected: `at least the ${classes} classes`,
    })
  return {
    ...budget,
    ...(ratio !== undefined && horizon === undefined && { credit: credit / classes }),
    ...(total !== undefined && { total: shareOf(total, k, classes) }),
    ...(perHour !== undefined && {
      perHour: perHour / classes,
      burst: shareOf(Math.floor(burst), k, classes),
    }),
  }
}

/** The share of part `k`: all whole shares differ by at most 1 and add up to the whole. */
const shareOf = (whole: number, k: number, parts: number): number =>
  Math.floor(whole / parts) + (k < whole % parts ? 1 : 0)

export const checkMultiLabel = ({ classes }: MultiLabelOptions): void => {
  if (!Array.isArray(classes))
    throw coreError('option/value', {
      name: 'classes',
      value: shownValue(classes),
      expected: 'a list of labels',
    })
  for (const label of classes) checkLabel(label)
  if (classes.length < 1 || classes.length > MAX_CLASSES || new Set(classes).size < classes.length)
    throw coreError('option/value', {
      name: 'classes',
      value: classes.join(', '),
      expected: `1 to ${MAX_CLASSES} different labels`,
    })
}
