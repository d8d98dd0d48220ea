import type { RowTable } from '@askance/core'
import {
  type DataOptions,
  type HandedFile,
  LabelNames,
  LabelSets,
  type OpenedData,
  openData,
  type Understanding,
} from '@askance/data'

/** Rows with label ids and names. */
export interface Labelled {
  readonly rows: RowTable
  /** The rows for `auto`, which scales numbers itself and uses vectors, where they differ. */
  readonly unscaled?: RowTable
  readonly labels: Int32Array
  readonly names: LabelNames
  /** With several labels for an item: the names of each set, by label id. */
  readonly sets?: readonly (readonly string[])[]
  /** How the file was understood: what every column is used for, and why. */
  readonly understanding?: Understanding
  /** The number of items that were left out because they have no label. */
  readonly unlabelled?: number
}

export type ReadOptions = Pick<
  DataOptions,
  'progress' | 'multiLabel' | 'labelsSeparator' | 'labelColumn' | 'ignoreColumns' | 'wordVectors'
>

/** Loads data of any format with the default vectorizer, in file order. */
export const readLabelled = async (
  place: string | HandedFile,
  options: ReadOptions = {},
): Promise<Labelled> => {
  const data = await openData(place, options)
  try {
    return await readFrom(data, options)
  } finally {
    await data.close()
  }
}

const readFrom = async (data: OpenedData, options: ReadOptions): Promise<Labelled> => {
  const names = new LabelNames(await data.labels(true))
  // The parts of several labels are binary.
  const classes = options.multiLabel ? 2 : names.size
  const input = await data.chooseInput({ classes })
  const unscaledInput = await data.chooseInput({ classes, algorithm: 'auto' })
  const sets = options.multiLabel ? new LabelSets(names.names) : undefined
  const settings = { names, labels: 'known', learning: true, ...(sets && { sets }) } as const
  const table = await data.table(input, { ...settings, withoutVectors: true })
  const { unlabelled } = data.skipped
  const isScaled = JSON.stringify(input.config.vectorizer) !== JSON.stringify(unscaledInput.config.vectorizer)
  const hasVectors = !data.isStraight && (await data.sample()).some(({ vector }) => vector !== undefined)
  const unscaled = isScaled || hasVectors ? (await data.table(unscaledInput, settings)).rows : undefined
  const { understanding } = data
  const all = sets && { sets: sets.sets.map((set) => set.map((c) => names.name(c))) }
  return { ...table, ...(unscaled && { unscaled }), ...all, understanding, unlabelled }
}
