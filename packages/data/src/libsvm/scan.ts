import { type BytesOptions, openBytes, sourceName } from '../bytes/open.js'
import { NEWLINE } from '../characters.js'
import { LabelNames } from '../labels/names.js'
import { ROW_ROOM } from './kernel.js'
import type { LibsvmOptions } from './options.js'
import { LibsvmParser } from './parser.js'
import { PlainKernel } from './plain-kernel.js'
import { batches } from './read.js'

/** The labels of a file. */
export interface LabelScan {
  readonly names: LabelNames
  /** How many rows have the label, by id. */
  readonly counts: readonly number[]
}

/**
 * Runs through a LIBSVM file for its labels alone, to know the classes before the stream begins. The features are
 * passed over, and with them their mistakes.
 *
 * @example
 * await scanLabels('nowhere.libsvm').catch((error) => error.code) // => 'bytes/missing'
 */
export const scanLabels = async (
  path: string,
  options: Pick<LibsvmOptions, 'source' | 'names' | 'maxLineBytes'> & BytesOptions = {},
): Promise<LabelScan> => {
  const { source = sourceName(path), names = new LabelNames() } = options
  const parser = new LibsvmParser(new LabelKernel(), { ...options, source, names })
  const counts = new Array<number>(names.size).fill(0)
  for await (const { labels } of batches(openBytes(path, options), parser)) {
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
    while (this.at < to && rows.length < ROW_ROOM) {
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
