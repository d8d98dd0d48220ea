import { type LinearParts, linearParts } from '../export/parts.js'
import type { Fold } from './fold.js'
import type { ClassifierConfig } from './options.js'

/** The weights of a classifier and everything else needed to predict as it does now. */
export const linearPartsOf = <Item>(
  { algorithm, preparation }: ClassifierConfig,
  { classes, preparer, input, learned }: Fold<Item>,
): LinearParts =>
  linearParts({
    algorithm,
    classes,
    normalize: preparation.normalize,
    weights: (label) => learned.learner.weights(label),
    prepare: (x) => preparer.prepare(x, false),
    nameOf: (index) => input.nameOf?.(index),
  })
