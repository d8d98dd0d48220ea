import type { Format } from './format.js'
import { FEATURE, libsvm } from './libsvm.js'
import { eachLine, NO_COLUMNS, textSource } from './text.js'
import { detached } from './words.js'

/** One text per line, without labels. Other formats also have the extension `.txt`, so the content decides first. */
export const lines: Format = {
  name: 'text',
  extensions: ['txt', 'text'],
  summary: 'one text per line; unlabelled. A `.txt` file in which no other format is recognised',
  sharesExtensions: true,
  // A line with features is an invalid line of LIBSVM rather than a text, and should be reported.
  looksLike: ({ lines: [first, ...rest] }) =>
    first !== undefined &&
    !(libsvm.looksLike({ bytes: NOTHING, lines: [first] }) && rest.some((line) => FEATURE.test(line))),
  async open(input, options) {
    const source = textSource(
      'text',
      input,
      options,
      NO_COLUMNS,
      (onRecordError) => (block, items) =>
        eachLine(block, onRecordError, (line, number) => {
          const text = line.trim()
          if (text !== '') items.push({ line: number, text: detached(text) })
        }),
    )
    const notes = ['label       none found', 'text        the lines of the file']
    return { ...source, understanding: { format: 'text', columns: [], notes } }
  },
}

const NOTHING = new Uint8Array(0)
