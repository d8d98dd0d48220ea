import { decoded } from '../mail/encodings.js'
import { textOfHtml } from '../mail/html-text.js'
import { mailItem } from '../mail/mail-item.js'

/** Files with one item each. */
const TEXTS = new Set(['.txt', '.md', '.eml', '.html', '.htm', '.text', '.markdown'])
/** Files with many items; the first kind that a folder has is read. */
const TABLES = ['.parquet', '.jsonl', '.ndjson', '.csv', '.tsv', '.json', '.xlsx', '.libsvm', '.mbox']
const PACKED = /\.(?:gz|bz2|xz|zst)$/i
/** Information about a data set, not data. Systems add hidden files and `__MACOSX`. */
const NO_DATA = /(?:^|\/)(?:(?:dataset_info|dataset_infos|state)\.json$|readme[^/]*$|\.|__MACOSX\/)/i

/** What a folder holds: files with many items, in the order of reading, or files with one item each. */
export type FolderContent = { readonly tables: readonly string[] } | { readonly texts: readonly string[] }

/**
 * The data files among the paths of a folder, which have slashes; undefined if there are none.
 *
 * @example
 * contentOf(['test.csv', 'train.csv', 'README.md']) // => { tables: ['train.csv', 'test.csv'] }
 * contentOf(['ham/1.eml', 'spam/2.eml']) // => { texts: ['ham/1.eml', 'spam/2.eml'] }
 */
export const contentOf = (paths: readonly string[]): FolderContent | undefined => {
  const files = paths.filter((path) => !NO_DATA.test(path)).sort(byName)
  const texts = files.filter((path) => TEXTS.has(endingOf(path)))
  if (texts.length > 0) return { texts }
  const kind = TABLES.find((ending) => files.some((path) => endingOf(path) === ending))
  return kind === undefined
    ? undefined
    : { tables: files.filter((path) => endingOf(path) === kind).sort(trainFirst) }
}

const endingOf = (path: string): string => /\.[^./]+$/.exec(path.replace(PACKED, ''))?.[0].toLowerCase() ?? ''

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const rankOf = (path: string): number =>
  [/train/i, /valid|dev/i, /test/i].findIndex((split) => split.test(path)) + 1 || 4

/** The training part of a data set comes first, then those for validation and testing. */
const trainFirst = (a: string, b: string): number => rankOf(a) - rankOf(b) || byName(a, b)

/** The text of a file with one item: a mail, a page or a text in any encoding. */
export const fileText = (path: string, bytes: Uint8Array): string => {
  const ending = endingOf(path)
  if (ending === '.eml') return mailItem(bytes, 1).text ?? ''
  const marks: Readonly<Record<number, string>> = { 255: 'utf-16le', 254: 'utf-16be' }
  const text = decoded(bytes, marks[bytes[0] ?? 0] ?? '')
  return ending.startsWith('.htm') ? textOfHtml(text) : text.replace(/^\ufeff/, '')
}

/** The label of each path: its first folder, if all are in one of several folders. */
export const labelsByFolder = (
  paths: readonly string[],
): { readonly folders: number; of(path: string): string } | undefined => {
  const topOf = (path: string): string | undefined => (path.includes('/') ? path.split('/')[0] : undefined)
  const tops = new Set(paths.map(topOf))
  return tops.size > 1 && !tops.has(undefined)
    ? { folders: tops.size, of: (path) => topOf(path) as string }
    : undefined
}
