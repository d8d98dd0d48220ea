import type { AskanceError } from '@askance/core'
import type { HandedFile } from '../bytes/bytes.js'
import { isFolder } from '../bytes/file.js'
import { sourceName } from '../bytes/open.js'
import { dataError } from '../errors.js'
import type { ItemSource } from '../item.js'
import { readable } from '../libsvm/text.js'
import { withClassNames } from './class-names.js'
import { classNamesBeside } from './class-names-beside.js'
import { fixedWidth, isFixedWidth } from './fixed-width.js'
import type { Format, Head } from './format.js'
import { headOf, type Input, openInput } from './input.js'
import { libsvm } from './libsvm.js'
import { formats } from './list.js'
import type { ItemOptions } from './options.js'
import { openFormat } from './several-labels.js'

/** The values of the option `format`. */
export const formatNames: readonly string[] = formats.map(({ name }) => name)

/** Bytes and lines that are read to detect a format. */
const HEAD_BYTES = 1 << 14
const HEAD_LINES = 20

/**
 * Opens a file of items in any format, by path or as a `File` (`-` is the standard input).
 * The format comes from the option, from the file extension (without that of a compression), or from the content.
 *
 * @example
 * await openItems('nowhere.csv').catch((error) => error.message) // => 'nowhere.csv: file not found'
 * const handed = await openItems(new File(['spam 1:1\n'], 'mail.txt'))
 * handed.format // => 'libsvm'
 * await openItems('mail.jsonl', { format: 'xml' }).catch((error) => error.code) // => 'format/unknown'
 */
export const openItems = async (
  place: string | HandedFile,
  options: ItemOptions = {},
): Promise<ItemSource> => {
  if (typeof place === 'string' && place !== '-' && (await isFolder(place))) return openFolder(place, options)
  const named = namedFormat(sourceName(place), options)
  const input = await openInput(place, options)
  try {
    const format = named ?? (await formatOfContent(input))
    if (!format) throw unclear(input)
    return await withNames(closing(await openFormat(format, input, options), input), place)
  } catch (cause) {
    await input.close()
    throw cause
  }
}

/** The source with the names of its classes, if a file beside it has them. */
export const withNames = async (source: ItemSource, place: string | HandedFile): Promise<ItemSource> =>
  typeof place === 'string' && place !== '-' ? withClassNames(source, await classNamesBeside(place)) : source

/** A folder: its files with many items, one after the other, or a folder of texts and mails. */
export const openFolder = async (folder: string, options: ItemOptions): Promise<ItemSource> => {
  const { folderContent, folderSource } = await import('./folder.js')
  const content = await folderContent(folder)
  if ('texts' in content) return folderSource(folder, content.texts, options)
  const [first = '', ...others] = content.tables
  const source = await openItems(first, options)
  const columns = source.understanding?.columns ?? []
  const known = Object.fromEntries(columns.map(({ name, spec }) => [name, spec]))
  return {
    ...source,
    name: folder,
    async *batches() {
      yield* source.batches()
      for (const path of others)
        yield* (
          await openItems(path, { ...options, ...(columns.length > 0 && { knownColumns: known }) })
        ).batches()
    },
  }
}

/** The source, extended to close its input. */
export const closing = (source: ItemSource, input: Input): ItemSource => ({
  ...source,
  ...(source.understanding &&
    input.encoding !== undefined && { understanding: { ...source.understanding, encoding: input.encoding } }),
  // Text in another encoding is written back as UTF-8, which spreadsheets recognise by the mark.
  ...(source.layout && input.encoding !== undefined && { layout: { ...source.layout, hasMark: true } }),
  close: () => input.close(),
})

/** The format from the option or the file extension, if any. */
export const namedFormat = (name: string, { format }: ItemOptions): Format | undefined =>
  format === undefined ? formatOfName(name) : formatOfOption(format)

const formatOfOption = (name: string): Format => {
  const format = formats.find((candidate) => candidate.name === name)
  if (!format) throw dataError('format/unknown', { name, known: formatNames.join(', ') })
  return format
}

const COMPRESSED = /\.(?:gz|bz2|xz|zst)$/i

const formatOfName = (path: string): Format | undefined =>
  formats.find((format) => !format.sharesExtensions && hasExtension(format, path))

const hasExtension = ({ extensions }: Format, path: string): boolean => {
  const ending = /\.([^./\\]+)$/.exec(path.replace(COMPRESSED, ''))?.[1]?.toLowerCase()
  return ending !== undefined && extensions.includes(ending)
}

/** The format detected from the content, if any. */
export const formatOfContent = async (input: Input): Promise<Format | undefined> => {
  // A pipe may be slow, and LIBSVM rows must be delivered as they arrive, so the first bytes decide.
  if (input.file === undefined && libsvm.looksLike(headFrom(await headOf(input, 1), true))) return libsvm
  const bytes = await headOf(input, HEAD_BYTES)
  if (readable(bytes.subarray(TAR_AT, TAR_AT + TAR.length)) === TAR)
    throw dataError('format/tar', {}, { source: input.name })
  const head = headFrom(bytes.subarray(0, HEAD_BYTES), bytes.length >= HEAD_BYTES)
  const found = formats.find(
    (candidate) =>
      candidate.looksLike(head) && (!candidate.sharesExtensions || hasExtension(candidate, input.name)),
  )
  // Columns that only blanks separate would be read as one text.
  if ((!found || found.name === 'text') && isFixedWidth(head.lines)) throw fixedWidth(input)
  return found
}

/** A tar archive has this word in its first header. */
const TAR = 'ustar'
const TAR_AT = 257

export const unclear = (input: Input): AskanceError =>
  dataError('format/unclear', { known: formatNames.join(', ') }, { source: input.name, line: 1, column: 1 })

const headFrom = (bytes: Uint8Array, isCut: boolean): Head => {
  const lines = readable(bytes)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
  // The last line may be incomplete.
  if (isCut && lines.length > 1) lines.pop()
  return { bytes, lines: lines.filter((line) => line.trim() !== '').slice(0, HEAD_LINES) }
}
