import type { Item } from '../item.js'
import type { OpenedData } from '../pipeline/opened-data.js'
import { textPlace, uniqueIds } from './item-content.js'

const MAX_TITLE = 160
/** Features of a row that are listed. */
const MAX_FEATURES = 20

/** An item that a search found. */
export interface FoundItem {
  readonly id: string
  readonly title: string
}

/**
 * Searches the items of data for those whose text or values contain all words; upper and lower case are the same. Yields what each
 * batch has, in order, so that the search can be stopped.
 *
 * @example
 * const data = await openData(new File(['free prize\nlunch\nA PRIZE\n'], 'notes.txt'), { as: 'items' })
 * const found: FoundItem[] = []
 * for await (const items of searchItems(data, 'prize')) found.push(...items)
 * found // => [{ id: '1', title: 'free prize' }, { id: '3', title: 'A PRIZE' }]
 */
export async function* searchItems(
  data: OpenedData,
  words: string,
): AsyncGenerator<readonly FoundItem[], void> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return
  const idOf = uniqueIds()
  const titleOf = itemTitles(data, await data.sample())
  for await (const batch of data.items())
    yield batch.flatMap((item) => {
      const id = idOf(item)
      const text = itemText(item).toLowerCase()
      return wanted.every((word) => text.includes(word)) ? [{ id, title: titleOf(item) }] : []
    })
}

/** All that can be read of an item: its text and its values. */
const itemText = ({ text, cells, features, row }: Item): string => {
  const values = [
    ...(cells ?? []).filter((cell) => cell !== null),
    ...(features?.names ?? []),
    ...(row ? [...row.index.slice(row.start, row.end)].slice(0, MAX_FEATURES) : []),
  ]
  return [...(text === undefined ? [] : [text]), ...(values.length > 0 ? [values.join(', ')] : [])].join(
    ' · ',
  )
}

/**
 * Returns what an item is called, on one line: its text, or the longest of its texts, or else all of it.
 *
 * @example
 * const data = await openData(new File(['n,text\n1,"late,\nagain"\n2,thanks\n'], 'a.csv'), { as: 'items', columns: { text: 'text' } })
 * const sample = await data.sample()
 * sample.map(itemTitles(data, sample)) // => ['late, again', 'thanks']
 */
export const itemTitles = (
  { columns }: Pick<OpenedData, 'columns'>,
  sample: readonly Item[],
): ((item: Item) => string) => {
  const place = textPlace(sample, columns)
  const at = columns.findIndex(({ name }) => name === place)
  return (item) => {
    const text = item.text ?? item.cells?.[at]
    return shortened(typeof text === 'string' ? text : itemText(item))
  }
}

/**
 * A text on one line, without control characters and not too long.
 *
 * @example
 * shortened(' late\n  again ') // => 'late again'
 */
export const shortened = (text: string): string => {
  const line = text
    .slice(0, 4 * MAX_TITLE)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1)}…` : line
}
