import { eachLine } from '../blocks.js'
import type { Format } from '../format.js'
import { textSource } from '../text-source.js'
import { VwReader } from './line.js'

/** Before the first bar stands nothing, a number, a name and perhaps numbers, or a tag that says so by its quote. */
const HEAD = /^\s*(?:[-+]?[.\d][^|]*|(?:[^\s|]+\s+){0,3}'[^|]*|[A-Za-z]\w*\s+(?:[.\d]\S*\s+){0,2})?\|/

/** The text format of Vowpal Wabbit. */
export const vw: Format = {
  name: 'vw',
  extensions: ['vw'],
  looksLike: ({ lines }) => lines.length > 0 && lines.slice(0, 10).every((line) => HEAD.test(line)),
  async open(input, options) {
    return textSource('vw', input, options, [], (mistakes) => {
      const reader = new VwReader(input.name)
      return (block, items) =>
        eachLine(block, mistakes, (line, number) => {
          const item = reader.read(line, number)
          if (item) items.push(item)
        })
    })
  },
}
