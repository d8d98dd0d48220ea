import { eachLine } from '../blocks.js'
import type { Format } from '../format.js'
import { labelColumnOf, rolesOf } from '../table/roles.js'
import { textSource } from '../text-source.js'
import { readHeader } from './header.js'
import { ArffReader } from './row.js'

/** The format of Weka and MOA. */
export const arff: Format = {
  name: 'arff',
  extensions: ['arff'],
  looksLike: ({ lines }) =>
    /^\s*@(relation|attribute)\b/i.test(lines.find((line) => !/^\s*%/.test(line)) ?? ''),
  async open(input, options) {
    const { attributes, dataLine } = await readHeader(input, options)
    const names = attributes.map(({ name }) => name)
    const lastNominal = attributes.findLastIndex(({ values }) => values !== undefined)
    const label = labelColumnOf(names, options, input.name, lastNominal)
    const roles = rolesOf(names, label, (k) => attributes[k]!.kind, options, input.name)
    return textSource('arff', input, options, roles.columns, (mistakes) => {
      const reader = new ArffReader(input.name, attributes, roles)
      return (block, items) =>
        eachLine(block, mistakes, (line, number) => {
          if (number <= dataLine) return
          const item = reader.read(line, number)
          if (item) items.push(item)
        })
    })
  },
}
