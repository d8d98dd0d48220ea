import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { readError } from '../bytes/file.js'
import { dataError } from '../errors.js'
import type { Item, ItemSource } from '../item.js'
import { canonicalLabel } from '../labels.js'
import { decoded } from '../mail/encodings.js'
import { textOfHtml } from '../mail/html-text.js'
import { mailItem } from '../mail/mail-item.js'
import { type ItemOptions, recordErrorHandler } from './options.js'
import { maxRecordBytesOf } from './text.js'

/** Files with one item each. */
const TEXTS = new Set(['.txt', '.md', '.eml', '.html', '.htm', '.text', '.markdown'])
/** Files with many items; the first kind that a folder has is read. */
const TABLES = ['.parquet', '.jsonl', '.ndjson', '.csv', '.tsv', '.json', '.xlsx', '.libsvm', '.mbox']
const PACKED = /\.(?:gz|bz2|xz|zst)$/i
const BATCH = 64
const MAX_FILES = 2_000_000

export const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false

/** What a folder holds: files with many items, in the order of reading, or files with one item each. */
export type FolderContent = { readonly tables: readonly string[] } | { readonly texts: readonly string[] }

/** The data files of a folder and of the folders in it; hidden files are left out. */
export const folderContent = async (folder: string): Promise<FolderContent> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw readError(cause, folder)
  })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(folder.length)
        .replace(/^[\\/]+/, ''),
    )
    .filter((path) => !path.split(sep).some((part) => part.startsWith('.')))
    .sort(byName)
  if (paths.length > MAX_FILES) throw dataError('folder/many', { most: MAX_FILES }, { source: folder })
  const texts = paths.filter((path) => TEXTS.has(extname(path).toLowerCase()) && !/^readme/i.test(path))
  const tables = paths.filter((path) => !/(?:^|[\\/])(?:dataset_info|dataset_infos|state)\.json$/.test(path))
  const kind = TABLES.find((ending) => tables.some((path) => endingOf(path) === ending))
  if (kind !== undefined && texts.length === 0)
    return {
      tables: tables
        .filter((path) => endingOf(path) === kind)
        .sort(trainFirst)
        .map((path) => join(folder, path)),
    }
  if (texts.length === 0) throw dataError('folder/empty', {}, { source: folder })
  return { texts }
}

const endingOf = (path: string): string => extname(path.replace(PACKED, '')).toLowerCase()

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const rankOf = (path: string): number =>
  [/train/i, /valid|dev/i, /test/i].findIndex((split) => split.test(path)) + 1 || 4

/** The training part of a data set comes first, then those for validation and testing. */
const trainFirst = (a: string, b: string): number => rankOf(a) - rankOf(b) || byName(a, b)

/** A folder of texts, pages and mails. With several folders in it, the folder of a file is its label. */
export const folderSource = (folder: string, texts: readonly string[], options: ItemOptions): ItemSource => {
  const topOf = (path: string): string | undefined => (path.includes(sep) ? path.split(sep)[0] : undefined)
  const tops = new Set(texts.map(topOf))
  const isLabelled = options.labelColumn !== false && tops.size > 1 && !tops.has(undefined)
  const onRecordError = recordErrorHandler(options)
  const maxBytes = maxRecordBytesOf(options)
  const itemOf = async (path: string, number: number): Promise<Item> => {
    const { text } = await fileItem(join(folder, path), maxBytes)
    const label = isLabelled ? { label: canonicalLabel(topOf(path)!) } : {}
    return { line: number, id: path.split(sep).join('/'), text: text ?? '', ...label }
  }
  return {
    format: 'folder',
    name: folder,
    columns: [],
    understanding: {
      format: 'folder',
      columns: [],
      notes: [
        `label       ${isLabelled ? `the name of the folder (${tops.size} folders)` : 'none found'}`,
        `text        the content of ${texts.length} files`,
        'id          the path of the file',
      ],
    },
    async *batches() {
      for (let from = 0; from < texts.length; from += BATCH) {
        const items: Item[] = []
        for (const [k, path] of texts.slice(from, from + BATCH).entries())
          try {
            items.push(await itemOf(path, from + k + 1))
          } catch (cause) {
            if (items.length > 0) yield items.splice(0)
            onRecordError(cause)
          }
        options.progress?.(Math.min(from + BATCH, texts.length), texts.length)
        if (items.length > 0) yield items
      }
    },
  }
}

const fileItem = async (path: string, most: number): Promise<Pick<Item, 'text'>> => {
  const failed = (cause: unknown): never => {
    throw readError(cause, path)
  }
  if ((await stat(path).catch(failed)).size > most)
    throw dataError('text/record-length', { most }, { source: path })
  const bytes = await readFile(path).catch(failed)
  const ending = endingOf(path)
  if (ending === '.eml') return mailItem(bytes, 1)
  const text = decoded(
    bytes,
    bytes[0] === 0xff || bytes[0] === 0xfe ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : '',
  )
  return { text: ending.startsWith('.htm') ? textOfHtml(text) : text.replace(/^\ufeff/, '') }
}
