import type { RowTable } from '@askance/core'
import { type BytesOptions, type HandedFile, LabelNames, openData } from '@askance/data'

/** Rows with label ids and names. */
export interface Labelled {
  readonly rows: RowTable
  readonly labels: Int32Array
  readonly names: LabelNames
}

/** Loads data of any format with the default vectorizer, in file order. */
export const readLabelled = async (
  place: string | HandedFile,
  options: BytesOptions = {},
): Promise<Labelled> => {
  const data = await openData(place, options)
  const names = new LabelNames(await data.labels(true))
  const input = await data.chooseInput({ classes: names.size })
  return data.table(input, { names, labels: 'known', learning: true })
}
