import { LabelNames } from '../labels.js'
import { NEWLINE } from '../options.js'
import type { LibsvmOptions } from './batch.js'
import { ROW_CAPACITY } from './kernel.js'
import { LibsvmParser } from './parser.js'
import { PlainKernel } from './plain-kernel.js'
import { batches, type Chunks } from './read.js'

/** The labels of a file. */
export interface LabelScan {
  readonly names: LabelNames
  /** How many rows have the label, by id. */
  readonly counts: readonly number[]
}

/** Reads LIBSVM text for its labels alone. The features are passed over, and with them their mistakes. */
export const scanLabels = async (
  chunks: Chunks,
  options: Pick<LibsvmOptions, 'source' | 'names' | 'maxLineBytes'> = {},
): Promise<LabelScan> => {
  const { names = new LabelNames() } = options
  const parser = new LibsvmParser(new LabelKernel(), { ...options, names })
  const counts = new Array<number>(names.size).fill(0)
  for await (const { labels } of batches(chunks, parser)) {
    while (counts.length < names.size) counts.push(0)
    for (const id of labels) counts[id]!++
  }
  return { names, counts }
}

/** Reads the label of a line and leaves the rest, where the label is known; a new one is read with care. */
class LabelKernel extends PlainKernel {
  override readonly labelsOnly = true

  override readLines(to: number): void {
    const { text, rows, labels, lines } = this
    const search = Buffer.from(text.buffer, text.byteOffset, to)
    while (this.at < to && rows.length < ROW_CAPACITY) {
      const end = this.labelEnd()
      const label = this.spellings.id(text, this.at, end)
      if (label < 0) return
      labels[rows.length] = label
      lines[rows.length] = this.line++
      rows.length++
      this.at = search.indexOf(NEWLINE, end) + 1
    }
  }
}
