import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { readError } from '../bytes/file.js'
import { dataError } from '../errors.js'
import type { ItemSource } from '../item.js'
import { contentOf, type FolderContent } from './folder-content.js'
import type { ItemOptions } from './options.js'
import { maxRecordBytesOf } from './text.js'
import { textsSource } from './texts.js'

const MAX_FILES = 2_000_000

/** The data files of a folder and of the folders in it. */
export const folderContent = async (folder: string): Promise<FolderContent> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw readError(cause, folder)
  })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
  if (paths.length > MAX_FILES) throw dataError('folder/many', { most: MAX_FILES }, { source: folder })
  const content = contentOf(paths)
  if (!content) throw dataError('folder/empty', {}, { source: folder })
  return 'texts' in content ? content : { tables: content.tables.map((path) => join(folder, path)) }
}

/** A folder of texts, pages and mails. With several folders in it, the folder of a file is its label. */
export const folderSource = (folder: string, texts: readonly string[], options: ItemOptions): ItemSource =>
  textsSource(folder, texts, (path) => fileBytes(join(folder, path), maxRecordBytesOf(options)), options)

const fileBytes = async (path: string, most: number): Promise<Uint8Array> => {
  const failed = (cause: unknown): never => {
    throw readError(cause, path)
  }
  if ((await stat(path).catch(failed)).size > most)
    throw dataError('text/record-length', { most }, { source: path })
  return readFile(path).catch(failed)
}
