import { AskanceError } from '@askance/core'
import { LabelNames } from '../labels.js'
import { NEWLINE } from '../options.js'
import type { LibsvmOptions } from './batch.js'
import { ROW_CAPACITY } from './kernel.js'
import { LibsvmParser } from './parser.js'
import { PlainKernel } from './plain-kernel.js'
import { batches, type Chunks, readLibsvm } from './read.js'

/** The labels of a file. */
interface LabelScan {
  readonly names: LabelNames
  /** The number of rows per label id. */
  readonly counts: readonly number[]
}

/** Reads only the labels of LIBSVM text. The features are skipped without checks. */
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

/** Batches that are read for the first labels: about 4 MiB of text. */
const FIRST_BATCHES = 4

/** Adds the labels of the first lines to the names; returns whether these are all lines. They are parsed as they will be again. */
export const scanFirstLabels = async (
  chunks: Chunks,
  options: Pick<LibsvmOptions, 'source' | 'names' | 'base'>,
): Promise<boolean> => {
  let batches = 0
  try {
    for await (const _ of readLibsvm(chunks, options)) if (++batches === FIRST_BATCHES) return false
    return true
  } catch (cause) {
    // It is reported when its line is read as a row.
    if (cause instanceof AskanceError) return false
    throw cause
  }
}

/** Reads known labels and skips the rest of the line; new labels go to the careful parser. */
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
