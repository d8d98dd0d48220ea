import { Row, RowTable } from '@askance/core'
import {
  type BytesOptions,
  type HandedFile,
  type Item,
  LabelNames,
  loadLibsvm,
  openItems,
  usualVectorizer,
  Vectorizer,
} from '@askance/data'
import { benchError } from '../errors.js'

/** A file as rows, the label of each as an id, and the labels by id. */
export interface Labelled {
  readonly rows: RowTable
  readonly labels: Int32Array
  readonly names: LabelNames
}

/** How many items are looked at before it is decided how rows are made of them. */
const SAMPLE = 1000

/** Reads a whole file of any format, by its path or handed over; what is not rows yet is made into rows in the usual way, in the order of the file. */
export const readLabelled = async (
  place: string | HandedFile,
  options: BytesOptions = {},
): Promise<Labelled> => {
  const source = await openItems(place, options)
  if (source.format === 'libsvm') return loadLibsvm(place, options)
  const names = new LabelNames()
  const items: Item[] = []
  for await (const batch of source.batches())
    for (const item of batch) {
      const position = { source: source.name, line: item.line }
      if (item.label === undefined) throw benchError('set/labels', { name: source.name }, position)
      names.add(item.label, position)
      items.push(item)
    }
  const sample = items.slice(0, SAMPLE)
  const config = usualVectorizer({ columns: source.columns, sample, classes: names.size })
  const vectorizer = config && new Vectorizer(config)
  const rows = new RowTable()
  for (const item of items) rows.push(vectorizer?.vectorize(item, true) ?? rowOf(item, source.name))
  return { rows, labels: Int32Array.from(items, ({ label = '' }) => names.id(label)), names }
}

const EMPTY = new Row(new Int32Array(0), new Float64Array(0))

/** The row of an item among numbered rows; one without any features is empty. */
const rowOf = ({ row, text, features, cells, line }: Item, source: string): Row => {
  if (row) return row
  if (text === undefined && !features && !cells) return EMPTY
  throw benchError('set/mixed', { name: source }, { source, line })
}
