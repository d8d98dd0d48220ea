import type { Row } from '@askance/core'
import { MAX_INDEX } from '@askance/core/internals'
import type { Item } from '../item.js'
import { MAX_LABEL_BYTES } from '../libsvm/careful.js'
import { dropFields, namedFeatures, refuseText } from './features.js'
import { type ItemWriter, valueText, type WriterSource, type Writing } from './writer.js'

/** `label index:value …`. Named features are numbered, and their names are written to a separate file. */
export const libsvm: ItemWriter = {
  name: 'libsvm',
  extensions: ['libsvm', 'svm', 'svmlight'],
  summary: 'label index:value …; feature names go to a separate file',
  limits: 'ids, weights, metadata, missing values; items need a label, and no text',
  async *write(source, writing) {
    let numbers: Numbering | undefined
    let hasRows = false
    for await (const batch of source.batches()) {
      if (!numbers && hasNames(batch, source)) numbers = numbering(batch, source, writing)
      let piece = ''
      for (const item of batch) {
        hasRows ||= item.row !== undefined
        if (hasRows && numbers?.names) throw writing.error('write/mixed', item)
        piece += line(item, source, writing, numbers ?? kept(writing))
        writing.items++
      }
      writing.names = numbers?.names
      yield piece
    }
  },
}

const line = (item: Item, source: WriterSource, writing: Writing, numbers: Numbering): string => {
  const label = labelText(item, writing)
  refuseText(item, source.columns, writing)
  dropFields(item, writing, 'id', 'weight', 'meta', 'vector')
  const named: [number, number][] = []
  namedFeatures(item, source.columns, writing, (name, value) => {
    named.push([numbers.number(name, item), value])
  })
  if (named.length === 0) {
    const text = `${label}${rowText(item, writing)}`
    // A reader skips an empty line.
    if (text === '') throw writing.error('write/labels', item)
    return `${text}\n`
  }
  if (item.row) throw writing.error('write/mixed', item)
  named.sort(([a], [b]) => a - b)
  const twice = named.find(([index], k) => index === named[k - 1]?.[0])
  if (twice)
    throw writing.error('write/column-twice', item, { name: numbers.names?.[twice[0] - 1] ?? twice[0] })
  return `${label}${named.map(([index, value]) => ` ${index}:${valueText(value, index, item, writing)}`).join('')}\n`
}

const rowText = (item: Item, writing: Writing): string => {
  if (!item.row) return ''
  const { index, value, start, end }: Row = item.row
  let text = ''
  for (let k = start; k < end; k++) text += ` ${index[k]}:${valueText(value[k]!, index[k]!, item, writing)}`
  return text
}

/** Several labels are joined by commas; an item without labels starts with its features. */
const labelText = (item: Item, writing: Writing): string => {
  const { label, labels } = item
  if (labels) return labels.map((one) => checkedLabel(one, item, writing)).join(',')
  if (label === undefined) throw writing.error('write/label-missing', item)
  return checkedLabel(label, item, writing)
}

const checkedLabel = (label: string, item: Item, writing: Writing): string => {
  if (!/^[^\s:#,\p{Cc}][^\s:,\p{Cc}]*$/u.test(label) || Buffer.byteLength(label) > MAX_LABEL_BYTES)
    throw writing.error('write/label', item, {
      found: JSON.stringify(label),
      expected: `a word of at most ${MAX_LABEL_BYTES} bytes without spaces, colons and commas`,
    })
  return label
}

/** How names become numbers. */
interface Numbering {
  readonly names: readonly string[] | undefined
  number(name: string, item: Item): number
}

const WHOLE = /^[1-9]\d*$/

const numbering = (batch: readonly Item[], source: WriterSource, writing: Writing): Numbering => {
  const { numbering: wanted } = writing.options
  if (wanted === 'keep' || (wanted === undefined && areNumbers(batch, source))) return kept(writing)
  return assigned(writing)
}

const hasNames = (batch: readonly Item[], source: WriterSource): boolean =>
  source.columns.length > 0 || batch.some(({ features }) => features !== undefined)

const areNumbers = (batch: readonly Item[], source: WriterSource): boolean =>
  source.columns.every(({ name, kind }) => kind === 'number' && WHOLE.test(name)) &&
  batch.every(({ features }) => features?.names.every((name) => WHOLE.test(name)) ?? true)

const kept = (writing: Writing): Numbering => ({
  names: undefined,
  number: (name, item) => {
    const index = Number(name)
    if (!WHOLE.test(name) || index > MAX_INDEX)
      throw writing.error('write/number-name', item, { name: JSON.stringify(name), most: MAX_INDEX })
    return index
  },
})

const assigned = (writing: Writing): Numbering => {
  const names: string[] = []
  const numbers = new Map<string, number>()
  return {
    names,
    number: (name, item) => {
      const known = numbers.get(name)
      if (known !== undefined) return known
      if (names.length === MAX_INDEX) throw writing.error('write/many-names', item, { most: MAX_INDEX })
      // The names file has one name per line.
      if (/[\r\n]/.test(name)) throw writing.error('write/name', item, { name: JSON.stringify(name) })
      numbers.set(name, names.push(name))
      return names.length
    },
  }
}
