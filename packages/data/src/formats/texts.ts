import type { Item, ItemSource } from '../item.js'
import { canonicalLabel } from '../labels.js'
import { fileText, labelsByFolder } from './folder-content.js'
import { type ItemOptions, recordErrorHandler } from './options.js'

const BATCH = 64

/** Texts, pages and mails, one in each file. With several folders, the folder of a file is its label. */
export const textsSource = (
  name: string,
  paths: readonly string[],
  bytesOf: (path: string) => Promise<Uint8Array>,
  options: ItemOptions,
): ItemSource => {
  const labels = options.labelColumn === false ? undefined : labelsByFolder(paths)
  const onRecordError = recordErrorHandler(options)
  const itemOf = async (path: string, line: number): Promise<Item> => ({
    line,
    id: path,
    text: fileText(path, await bytesOf(path)),
    ...(labels && { label: canonicalLabel(labels.of(path)) }),
  })
  return {
    format: 'folder',
    name,
    columns: [],
    understanding: {
      format: 'folder',
      columns: [],
      notes: [
        `label       ${labels ? `the name of the folder (${labels.folders} folders)` : 'none found'}`,
        `text        the content of ${paths.length} files`,
        'id          the path of the file',
      ],
    },
    async *batches() {
      for (let from = 0; from < paths.length; from += BATCH) {
        const items: Item[] = []
        for (const [k, path] of paths.slice(from, from + BATCH).entries())
          try {
            items.push(await itemOf(path, from + k + 1))
          } catch (cause) {
            if (items.length > 0) yield items.splice(0)
            onRecordError(cause)
          }
        options.progress?.(Math.min(from + BATCH, paths.length), paths.length)
        if (items.length > 0) yield items
      }
    },
  }
}
