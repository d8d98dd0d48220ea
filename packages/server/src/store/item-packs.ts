import type { ItemPack, ItemRecord } from './records.js'

/** So many characters of an id name when it was created; see `createId`. */
const STAMP = 13
/** A pack is read and rewritten as a whole, so it ends after so many items or characters. */
const MAX_ITEMS = 64
const MAX_CHARACTERS = 2 ** 15

const CREATED = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const stampOf = (id: string): string => id.slice(0, STAMP)

/** Whether an id can be in a pack: only those that the service has created are. */
export const isPackable = (id: string): boolean => CREATED.test(id)

interface Begun {
  readonly seq: number
  readonly t: number
  readonly stamp: string
  readonly time: number
  readonly labels: string[]
  count: number
  last: number
  lines: string
}

/** Writes items into packs. Consecutive ones are together; each item is a line, which ends with its content. */
export class ItemPacker {
  #packs: ItemPack[] = []
  #begun: Begun | undefined

  add({ id, t, seq, time, predicted, confidence, content }: Omit<ItemRecord, 'asked'>): void {
    const stamp = stampOf(id)
    let begun = this.#begun
    if (begun?.stamp !== stamp || begun.time !== time || isFull(begun)) {
      this.#end()
      begun = { seq, t, stamp, time, labels: [], count: 0, last: t, lines: '' }
      this.#begun = begun
    }
    let label = begun.labels.indexOf(predicted)
    if (label < 0) label = begun.labels.push(predicted) - 1
    if (begun.count > 0) begun.lines += '\n'
    begun.lines += `${id.slice(STAMP)},${t - begun.t},${seq - begun.seq},${label},${confidence},${content}`
    begun.count++
    begun.last = t
  }

  /** The packs since the last call. */
  take(): readonly ItemPack[] {
    this.#end()
    const packs = this.#packs
    this.#packs = []
    return packs
  }

  #end(): void {
    if (!this.#begun) return
    const { labels, lines, ...pack } = this.#begun
    this.#packs.push({ ...pack, labels: JSON.stringify(labels), items: lines })
    this.#begun = undefined
  }
}

const isFull = ({ count, lines }: Begun): boolean => count >= MAX_ITEMS || lines.length >= MAX_CHARACTERS

/** What is read of a pack. */
export type StoredPack = Pick<ItemPack, 'stamp' | 'seq' | 't' | 'time' | 'labels' | 'items'>

/** The items of a pack, in order. */
export const unpackItems = ({ stamp, seq, t, time, labels, items }: StoredPack): readonly ItemRecord[] => {
  const names = JSON.parse(labels) as readonly string[]
  return items.split('\n').map((line) => {
    const { fields, content } = partsOf(line)
    const [id = '', round, event, label, confidence] = fields
    return {
      id: stamp + id,
      t: t + Number(round),
      seq: seq + Number(event),
      time,
      predicted: names[Number(label)] ?? '',
      confidence: Number(confidence),
      asked: false,
      content,
    }
  })
}

/** The events of the items of a pack, and their contents: all that a replay needs. */
export const contentsOf = ({ seq, items }: StoredPack): readonly Pick<ItemRecord, 'seq' | 'content'>[] =>
  items.split('\n').map((line) => {
    const event = line.indexOf(',', line.indexOf(',') + 1) + 1
    const label = line.indexOf(',', event) + 1
    const confidence = line.indexOf(',', label) + 1
    const content = line.slice(line.indexOf(',', confidence) + 1)
    return { seq: seq + Number(line.slice(event, label - 1)), content }
  })

/** The text of a pack without the contents of some items. */
export const withoutContents = ({ stamp, items }: StoredPack, ids: ReadonlySet<string>): string =>
  items
    .split('\n')
    .map((line) => {
      const { fields, content } = partsOf(line)
      return content !== '' && ids.has(`${stamp}${fields[0]}`) ? line.slice(0, -content.length) : line
    })
    .join('\n')

const FIELDS = 5

/** The content may have commas. */
const partsOf = (line: string): { readonly fields: readonly string[]; readonly content: string } => {
  const fields: string[] = []
  let from = 0
  while (fields.length < FIELDS) {
    const end = line.indexOf(',', from)
    fields.push(line.slice(from, end))
    from = end + 1
  }
  return { fields, content: line.slice(from) }
}
