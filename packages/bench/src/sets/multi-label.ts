import { sortedLabels } from '@askance/data'
import { benchError } from '../errors.js'
import type { SetSpec } from '../protocol/protocol.js'
import { factsOf, leftOutNotes } from './facts.js'
import type { Labelled } from './read.js'
import { prepared } from './scale.js'
import type { OpenSet } from './set.js'
import { narrow, shared } from './table.js'

/** A set whose items have several labels; its classes are those that occur. */
export const makeMultiLabelSet = (
  spec: SetSpec,
  { rows, unscaled: unscaledRows, labels, sets = [], unlabelled }: Labelled,
): OpenSet => {
  for (const field of ['groups', 'positive', 'positiveShare'])
    if (field in spec) throw benchError('set/several-labels', { name: spec.name, field })
  const kept = new Set(labels)
  const classes = sortedLabels([...new Set(sets.filter((_, id) => kept.has(id)).flat())])
  if (classes.length === 0) throw benchError('set/classes', { name: spec.name, found: 'no label' })
  const labelSets = sets.map((set) => set.map((label) => classes.indexOf(label)).filter((c) => c >= 0))
  const table = shared(prepared(rows, spec), labels)
  const unscaled = unscaledRows && shared(prepared(unscaledRows, spec), labels)
  const facts = factsOf(spec, table, classes, leftOutNotes(unlabelled), {
    labelSets,
    ...(unscaled && { unscaled }),
  })
  narrow(table)
  if (unscaled) narrow(unscaled)
  // The positive class of a part: the item has the label.
  return {
    facts,
    positive: 1,
    table,
    ...(unscaled && { unscaled }),
    shuffled: spec.order !== 'given',
    labelSets,
  }
}
