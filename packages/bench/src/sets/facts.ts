import { counted } from '@askance/core/internals'
import type { SetSpec } from '../protocol/protocol.js'
import { sha256 } from '../sha256.js'
import type { OpenSet } from './set.js'
import { type SharedTable, seenFeatures } from './table.js'

/** What reports say about items without a label. */
export const leftOutNotes = (unlabelled = 0): readonly string[] =>
  unlabelled === 0 ? [] : [`${counted(unlabelled, 'item')} without a label left out`]

/** What reports say about a set. With `labelSets`, the label of a row is the id of its set of classes. */
export const factsOf = (
  { name, note, order }: SetSpec,
  table: SharedTable,
  classes: readonly string[],
  notes: readonly string[],
  { labelSets: sets, unscaled }: Pick<OpenSet, 'labelSets' | 'unscaled'> = {},
): OpenSet['facts'] => {
  const counts = new Array<number>(classes.length).fill(0)
  for (const label of table.labels) for (const c of sets?.[label] ?? [label]) counts[c]!++
  return {
    name,
    items: table.labels.length,
    features: distinctFeatures(table.index),
    entries: table.index.length,
    classes,
    counts,
    digest: digestOf(table, [
      order ?? 'shuffled',
      ...classes,
      ...(sets ? [JSON.stringify(sets)] : []),
      ...(unscaled ? [digestOf(unscaled, [])] : []),
    ]),
    notes: [...(note === undefined ? [] : [note]), ...notes],
  }
}

const distinctFeatures = (index: Int32Array): number => {
  let count = 0
  for (const isMet of seenFeatures(index)) count += isMet
  return count
}

const digestOf = ({ starts, index, value, labels }: SharedTable, words: readonly string[]): string =>
  sha256(
    [
      JSON.stringify(words),
      // Some versions of Node cannot hash shared memory directly.
      ...[starts, index, value, labels].map((part) => new Uint8Array(part.buffer as ArrayBuffer).slice()),
    ],
    'hex',
  )
