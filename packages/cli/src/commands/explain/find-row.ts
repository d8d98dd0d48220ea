import { Row } from '@askance/core'
import { NO_LABEL, type RowSource } from '@askance/data'
import { cliError } from '../../errors.js'

export interface FoundRow {
  readonly row: Row
  /** Undefined if the item has no label. */
  readonly label: string | undefined
  readonly line: number
}

/** A copy of row N, counted from 1. */
export const findRow = async (source: RowSource, wanted: number): Promise<FoundRow> => {
  let passed = 0
  for await (const { rows, labels, names, lineOf } of source.batches()) {
    const at = wanted - 1 - passed
    if (at < rows.length) {
      const { index, value, start, end } = rows.row(at)
      const row = new Row(index.slice(start, end), value.slice(start, end))
      const label = labels[at] ?? NO_LABEL
      return { row, label: label === NO_LABEL ? undefined : names.name(label), line: lineOf(at) }
    }
    passed += rows.length
  }
  throw cliError('data/row-missing', { rows: passed, row: wanted }, { source: source.name })
}
