import type { Understanding } from '../formats/columns/understanding.js'
import { openItems } from '../formats/open.js'
import type { ItemOptions } from '../formats/options.js'
import { LabelNames } from '../labels.js'
import type { DataSet } from './dataset.js'

/** Counts of a file. */
export interface DataSetCounts {
  readonly instances: number
  /** The largest feature index, or the number of columns or names; 0 for text. */
  readonly features: number
  readonly classes: number
}

export interface DataSetCheck extends DataSetCounts {
  /** The number of items that have a label. */
  readonly labelled: number
  /** The number of items of each class, largest first; at most 100 classes. */
  readonly classSizes: Readonly<Record<string, number>>
  readonly understanding: Understanding
  /** A message for each count that differs; empty if all match. */
  readonly faults: readonly string[]
}

/**
 * Counts the items, features and classes of a file and compares them with the catalogue entry.
 *
 * @example
 * const { writeFileSync, mkdtempSync } = await import('node:fs')
 * const path = `${mkdtempSync((await import('node:os')).tmpdir() + '/askance-')}/tiny.libsvm`
 * writeFileSync(path, '1 1:1\n-1 3:2\n')
 * const { faults, instances, classSizes } = await checkDataSet(path, { instances: 3, features: 3, classes: 2 })
 * instances // => 2
 * classSizes // => { 1: 1, '-1': 1 }
 * faults // => ['instances: found 2, expected 3']
 */
export const checkDataSet = async (
  path: string,
  facts: Pick<DataSet, 'instances' | 'features' | 'classes'>,
  options: ItemOptions = {},
): Promise<DataSetCheck> => {
  const found = await count(path, options)
  const faults = [
    ...mismatch('instances', found.instances, facts.instances),
    ...mismatch('classes', found.classes, facts.classes),
    // A feature that is always zero does not occur in a sparse file.
    ...(facts.features !== undefined && found.features > facts.features
      ? mismatch('features', found.features, facts.features)
      : []),
  ]
  return { ...found, faults }
}

const mismatch = (what: string, found: number, expected: number): string[] =>
  found === expected ? [] : [`${what}: found ${found}, expected ${expected}`]

const MAX_CLASSES = 100

const count = async (path: string, options: ItemOptions): Promise<Omit<DataSetCheck, 'faults'>> => {
  const source = await openItems(path, options)
  const labels = new LabelNames()
  const sizes: number[] = []
  let labelled = 0
  const names = new Set<string>()
  let instances = 0
  let largest = 0
  for await (const batch of source.batches())
    for (const { label, row, features } of batch) {
      instances++
      if (label !== undefined) {
        const id = labels.add(label)
        sizes[id] = (sizes[id] ?? 0) + 1
        labelled++
      }
      if (row && row.end > row.start) largest = Math.max(largest, row.index[row.end - 1]!)
      for (const name of features?.names ?? []) names.add(name)
    }
  const largestFirst = labels.names
    .map((name, id) => [name, sizes[id]!] as const)
    .sort(([, a], [, b]) => b - a)
  return {
    instances,
    features: Math.max(largest, names.size, source.columns.length),
    classes: labels.size,
    labelled,
    classSizes: Object.fromEntries(largestFirst.slice(0, MAX_CLASSES)),
    understanding: source.understanding ?? { format: source.format, columns: [] },
  }
}
