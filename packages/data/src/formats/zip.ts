import type { HandedFile } from '../bytes/bytes.js'
import { dataError } from '../errors.js'
import type { ItemSource } from '../item.js'
import { classNamesIn, withClassNames } from './class-names.js'
import { contentOf } from './folder-content.js'
import type { Input } from './input.js'
import { openItems } from './open.js'
import type { ItemOptions } from './options.js'
import { textsSource } from './texts.js'
import { readArchive } from './xlsx/zip.js'

/** Opens a folder in a ZIP archive. Its tables are opened like any other file. */
export const openZip = async (input: Input, options: ItemOptions): Promise<ItemSource> => {
  const { name } = input
  const archive = await readArchive(input, options)
  const names = archive.names.filter((path) => !path.endsWith('/'))
  const content = contentOf(names)
  if (!content) throw dataError('folder/empty', {}, { source: name })
  if ('texts' in content) {
    const top = commonFolder(content.texts)
    const texts = content.texts.map((path) => path.slice(top.length))
    return textsSource(name, texts, async (path) => archive.bytes(`${top}${path}`), options)
  }
  const info = names.find((path) => /(?:^|\/)dataset_info\.json$/.test(path))
  const classNames = classNamesIn(info === undefined ? '' : archive.text(info))
  const { progress: _, encoding: __, ...inner } = options
  const opened = (path: string, more: ItemOptions) =>
    openItems(handed(path, archive.bytes(path)), { ...inner, ...more })
  const [first = '', ...others] = content.tables
  const source = await opened(first, {})
  const columns = source.understanding?.columns ?? []
  const known = Object.fromEntries(columns.map((column) => [column.name, column.spec]))
  return withClassNames(
    {
      ...source,
      name,
      async *batches() {
        yield* source.batches()
        for (const path of others)
          yield* (await opened(path, columns.length > 0 ? { knownColumns: known } : {})).batches()
      },
    },
    classNames,
  )
}

/** The folder that all paths are in, with its slash: a folder is usually packed as a whole. */
const commonFolder = (paths: readonly string[]): string => {
  const top = /^[^/]+\//.exec(paths[0] ?? '')?.[0] ?? ''
  return paths.every((path) => path.startsWith(top)) ? top : ''
}

const handed = (name: string, bytes: Uint8Array): HandedFile => ({
  name,
  size: bytes.length,
  slice: (start, end) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer as ArrayBuffer }),
})
