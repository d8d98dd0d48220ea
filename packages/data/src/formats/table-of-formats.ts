import { itemWriters } from '../writers/index.js'
import { formats } from './list.js'

/** How a format is read or written. */
interface FormatUse {
  /** File name extensions, without the dot. */
  readonly extensions: readonly string[]
  readonly summary: string
}

/** A format that can be read, written or both. */
export interface FormatEntry {
  readonly name: string
  readonly reads?: FormatUse
  /** `limits` says what cannot be carried over. */
  readonly writes?: FormatUse & { readonly limits: string }
}

/** Folders are recognised as such, and have no extension. */
const FOLDER: FormatEntry = {
  name: 'folder',
  reads: {
    extensions: [],
    summary:
      'texts (.txt, .md, .html, .eml), labelled by their folder; or tables, one after the other. Labels that are numbers get their names from `dataset_info.json`, as Hugging Face writes it',
  },
}

/**
 * Every format, once: the documentation is made from it.
 *
 * @example
 * dataFormats.find(({ name }) => name === 'csv')?.reads?.extensions // => ['csv']
 * dataFormats.find(({ name }) => name === 'mbox')?.writes // => undefined
 */
export const dataFormats: readonly FormatEntry[] = [
  ...formats.map((format): FormatEntry => {
    const writer = itemWriters.find(({ name }) => name === format.name)
    return { name: format.name, reads: format, ...(writer && { writes: writer }) }
  }),
  FOLDER,
  ...itemWriters
    .filter(({ name }) => formats.every((format) => format.name !== name))
    .map((writer) => ({ name: writer.name, writes: writer })),
]
