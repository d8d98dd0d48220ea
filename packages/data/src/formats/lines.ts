import type { ItemSource } from '../item.js'
import type { Input } from './input.js'
import type { ItemOptions } from './options.js'
import { eachLine, NO_COLUMNS, textSource } from './text.js'
import { detached } from './words.js'

/** Opens one text per line, without labels. */
export const openLines = async (input: Input, options: ItemOptions): Promise<ItemSource> => {
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
}
