import { RowTable } from '@askance/core'
import { counted, permutation } from '@askance/core/internals'
import { findStream, sortedLabels } from '@askance/data'
import { benchError } from '../errors.js'
import type { SetSource, SetSpec } from '../protocol/protocol.js'
import { factsOf, leftOutNotes } from './facts.js'
import type { Labelled, ReadOptions } from './read.js'
import { prepared } from './scale.js'
import type { OpenSet } from './set.js'
import { streamTable } from './stage.js'
import { narrow, rowsOf, shared } from './table.js'

/** Reads the data of a source that is not a stream. */
type ReadData = (source: Exclude<SetSource, { stream: string }>, options: ReadOptions) => Promise<Labelled>

/** Prepares a set from its data; `seed` is that of the first run. */
export const makeSet = async (spec: SetSpec, seed: number, read: ReadData): Promise<OpenSet> => {
  const { source } = spec
  if ('stream' in source) return makeStreamSet(spec, source, seed, read)
  if (spec.multiLabel) {
    const several = await read(source, readOptions(spec))
    const { unscaled } = several
    return makeMultiLabelSet(spec, {
      ...cut(several, spec),
      ...(unscaled && { unscaled: cut({ ...several, rows: unscaled }, spec).rows }),
    })
  }
  const data = await read(source, readOptions(spec))
  const { table, classes, positive } = classedTable(data, spec)
  // Rows are chosen by their labels and places, so that both tables have the same ones.
  const unscaled = data.unscaled && classedTable({ ...data, rows: data.unscaled }, spec).table
  const facts = factsOf(spec, table, classes, leftOutNotes(data.unlabelled), {
    ...(unscaled && { unscaled }),
  })
  narrow(table)
  if (unscaled) narrow(unscaled)
  return { facts, positive, table, ...(unscaled && { unscaled }), shuffled: spec.order !== 'given' }
}

/** The rows that the spec selects, prepared, with their classes. */
const classedTable = (data: Labelled, spec: SetSpec) => {
  const all = grouped(cut(data, spec), spec)
  const positive = positiveOf(spec, all.classes)
  const { rows, labels, classes } = withPositiveShare(all, positive, spec)
  // The second class is positive for a binary learner.
  const turned = classes.length === 2 && positive === 0
  return {
    table: shared(prepared(rows, spec), turned ? labels.map((label) => 1 - label) : labels),
    classes: turned ? classes.toReversed() : classes,
    positive: turned ? 1 : positive,
  }
}

const readOptions = ({ multiLabel, labelsSeparator, labelColumn }: SetSpec): ReadOptions => ({
  ...(multiLabel && { multiLabel }),
  ...(labelsSeparator !== undefined && { labelsSeparator }),
  ...(labelColumn !== undefined && { labelColumn }),
})

/** A set whose items have several labels; its classes are those that occur. */
const makeMultiLabelSet = (
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

const makeStreamSet = async (
  spec: SetSpec,
  source: Extract<SetSource, { stream: string }>,
  seed: number,
  read: ReadData,
): Promise<OpenSet> => {
  const without = [
    'first',
    'sample',
    'groups',
    'positive',
    'positiveShare',
    'multiLabel',
    'vectors',
    ...(source.of === undefined ? ['scaling', 'intercept'] : []),
  ]
  for (const field of without) if (field in spec) throw benchError('set/stream', { name: spec.name, field })
  const base = source.of === undefined ? undefined : await read({ data: source.of }, {})
  const table = base
    ? shared(prepared(base.rows, spec), base.labels)
    : shared(new RowTable(), new Int32Array(0))
  const { parameters = {}, stream: name } = source
  const stream = { name, parameters, classes: base?.names.size ?? 0 }
  const first = streamTable({ table, stream }, seed)
  const { cite } = findStream(name)
  const notes = [`generated for every run${cite === undefined ? '' : `, after ${cite}`}`]
  return {
    facts: factsOf(spec, shared(first.rows, first.labels), first.classes, notes),
    positive: first.classes.length - 1,
    table,
    shuffled: false,
    stream,
  }
}

/** Selects rows without changing the data, which may be reused. */
const cut = (all: Labelled, { first, sample }: SetSpec): Labelled => {
  const begun = first === undefined || first >= all.rows.length ? all : beginning(all, first)
  const { length } = begun.rows
  if (sample === undefined || sample >= length) return begun
  return {
    ...begun,
    ...chosenOf(begun, permutation(length, SAMPLE_SEED).subarray(0, sample).sort()),
  }
}

const SAMPLE_SEED = 777

/** These rows with their labels. */
const chosenOf = ({ rows, labels }: Pick<Labelled, 'rows' | 'labels'>, chosen: Int32Array) => {
  const kept = new RowTable()
  for (const i of chosen) kept.push(rows.row(i))
  return { rows: kept, labels: Int32Array.from(chosen, (i) => labels[i]!) }
}

const beginning = (all: Labelled, first: number): Labelled => {
  const labels = all.labels.subarray(0, first)
  return { ...all, rows: rowsOf({ ...all.rows, labels }), labels }
}

interface Classed {
  readonly rows: RowTable
  /** As indices into the classes. */
  readonly labels: Int32Array
  readonly classes: readonly string[]
}

const withoutLabels = (items = 0): string =>
  items === 0 ? 'no items' : `${counted(items, 'item')} without a label`

/** The sorted classes, or the two groups, with their rows. */
const grouped = ({ rows, labels, names, unlabelled }: Labelled, { name, groups }: SetSpec): Classed => {
  const seen = sortedLabels([...new Set(labels)].map((id) => names.name(id)))
  if (seen.length < 2)
    throw benchError('set/classes', {
      name,
      found: seen.length > 0 ? `only the label ${seen[0]}` : withoutLabels(unlabelled),
    })
  if (!groups) return { rows, labels: labels.map((id) => seen.indexOf(names.name(id))), classes: seen }
  const { positive, negative = seen.filter((label) => !positive.includes(label)) } = groups
  for (const label of [...positive, ...negative])
    if (!seen.includes(label)) throw benchError('set/group', { name, label, known: seen.join(', ') })
  const kept = new RowTable()
  const classOf: number[] = []
  labels.forEach((id, i) => {
    const label = names.name(id)
    const index = positive.includes(label) ? 1 : negative.includes(label) ? 0 : -1
    if (index < 0) return
    kept.push(rows.row(i))
    classOf.push(index)
  })
  return { rows: kept, labels: Int32Array.from(classOf), classes: [negative.join('+'), positive.join('+')] }
}

/** Drops positives at random until their share is the wanted one: p / (p + n) = s, so p = s n / (1 − s). */
const withPositiveShare = (all: Classed, positive: number, { name, positiveShare }: SetSpec): Classed => {
  if (positiveShare === undefined) return all
  const refused = (found: string) => benchError('set/share', { name, wanted: positiveShare, found })
  if (all.classes.length !== 2) throw refused(`it has ${all.classes.length} classes, not two`)
  const order = permutation(all.labels.length, SAMPLE_SEED)
  const positives = order.filter((i) => all.labels[i] === positive)
  const negatives = order.filter((i) => all.labels[i] !== positive)
  const wanted = Math.max(1, Math.round((positiveShare * negatives.length) / (1 - positiveShare)))
  if (wanted > positives.length)
    throw refused(`${wanted} positives would be needed, it has ${positives.length}`)
  const chosen = Int32Array.from([...negatives, ...positives.subarray(0, wanted)]).sort()
  return { ...chosenOf(all, chosen), classes: all.classes }
}

const positiveOf = ({ name, positive }: SetSpec, classes: readonly string[]): number => {
  if (positive === undefined) return classes.length - 1
  const index = classes.indexOf(positive)
  if (index < 0) throw benchError('set/group', { name, label: positive, known: classes.join(', ') })
  return index
}
