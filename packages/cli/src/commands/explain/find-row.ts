import { Row } from '@askance/core'
import { cliError } from '../../errors.js'
import type { Items } from '../../stream/items.js'

export interface FoundRow {
  readonly row: Row
  readonly label: string
  readonly line: number
}

/** Row N of the data, counted from 1, as a copy. */
export const findRow = async (items: Items, wanted: number): Promise<FoundRow> => {
  let passed = 0
  for await (const { rows, labels, names, lineOf } of items.pieces()) {
    const at = wanted - 1 - passed
    if (at < rows.length) {
      const { index, value, start, end } = rows.row(at)
      const row = new Row(index.slice(start, end), value.slice(start, end))
      return { row, label: names.name(labels[at] ?? -1), line: lineOf(at) }
    }
    passed += rows.length
  }
  throw cliError('data/row-missing', { rows: passed, row: wanted }, { source: items.source })
}
