import type { Item } from '../item.js'
import { dropFields, namedFeatures, refuseText } from './features.js'
import {
  type ItemWriter,
  itemByItem,
  numberText,
  valueText,
  type WriterSource,
  type Writing,
} from './writer.js'

/** Between a namespace and a feature's own name, as in `ns^f`. */
const NAMESPACE = '^'

/** `label weight 'tag|ns name:value …`. The id is the tag; numbered features are named by their numbers. */
export const vw: ItemWriter = {
  name: 'vw',
  extensions: ['vw'],
  summary: 'Vowpal Wabbit text: namespaces, names, weights and tags are kept',
  limits: 'metadata, missing values; no text, no names with blanks, colons or bars',
  write: itemByItem((source, writing) => (item) => line(item, source, writing)),
}

const line = (item: Item, source: WriterSource, writing: Writing): string => {
  refuseText(item, source.columns, writing)
  dropFields(item, writing, 'meta', 'vector')
  const features = new Features(item, writing)
  namedFeatures(item, source.columns, writing, (name, value) => features.add(name, value))
  if (item.row)
    for (let k = item.row.start; k < item.row.end; k++)
      features.add(String(item.row.index[k]), item.row.value[k]!)
  return `${headText(item, writing)}${features.text || '|'}\n`
}

/** The part before the first bar. A weight needs a label before it and is dropped without one. */
const headText = (item: Item, writing: Writing): string => {
  const { label, labels = label === undefined ? [] : [label], weight, id } = item
  const words: string[] = []
  // Without a label, the item would read as unlabelled.
  if (item.labels?.length === 0) throw writing.error('write/labels', item)
  if (labels.length > 0) words.push(labels.map((one) => word(one, 'label', item, writing, LABEL)).join(','))
  if (weight !== undefined && labels.length === 0) writing.lose('weight')
  else if (weight !== undefined) words.push(numberText(weight))
  if (id !== undefined) words.push(`'${word(id, 'id', item, writing)}`)
  return words.length > 0 ? `${words.join(' ')} ` : ''
}

const WORD = /^[^\s|:\p{Cc}]+$/u
/** A number, or a name that does not start like a number or with a quote, which marks a tag. */
const LABEL = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[^\s|:,'\p{Cc}+\-.\d][^\s|:,\p{Cc}]*)$/u

const word = (text: string, part: string, item: Item, writing: Writing, pattern = WORD): string => {
  if (pattern.test(text)) return text
  throw writing.error('write/word', item, { part, found: JSON.stringify(text) })
}

/** Groups consecutive features of a namespace after one bar, which keeps their order. */
class Features {
  text = ''
  readonly #item: Item
  readonly #writing: Writing
  #space: string | undefined

  constructor(item: Item, writing: Writing) {
    this.#item = item
    this.#writing = writing
  }

  add(full: string, value: number): void {
    const at = full.indexOf(NAMESPACE)
    const space = at < 0 ? '' : this.#word(full.slice(0, at))
    const name = this.#word(full.slice(at + 1))
    if (space !== this.#space) this.text += `${this.text && ' '}|${space}`
    this.#space = space
    this.text += value === 1 ? ` ${name}` : ` ${name}:${valueText(value, full, this.#item, this.#writing)}`
  }

  #word(text: string): string {
    return word(text, 'feature name', this.#item, this.#writing)
  }
}
