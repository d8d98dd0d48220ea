import { eachLine } from '../blocks.js'
import type { Format } from '../format.js'
import { textSource } from '../text-source.js'
import { keysOf } from './keys.js'
import { JsonlReader } from './record.js'

/** One JSON object a line. */
export const jsonl: Format = {
  name: 'jsonl',
  extensions: ['jsonl', 'ndjson', 'json'],
  looksLike: ({ lines }) => lines.length > 0 && lines.every((line) => /^\s*\{\s*["}]/.test(line)),
  async open(input, options) {
    const keys = await keysOf(input, options)
    return textSource('jsonl', input, options, [], (mistakes) => {
      const reader = new JsonlReader(input.name, keys, options)
      return (block, items) =>
        eachLine(block, mistakes, (line, number) => {
          const item = reader.read(line, number)
          if (item) items.push(item)
        })
    })
  },
}
