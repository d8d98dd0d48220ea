import type { HandedFile } from '../bytes/handed.js'
import { sourceName } from '../bytes/open.js'
import { dataError } from '../errors.js'
import type { ItemSource } from '../items/item.js'
import { readable } from '../libsvm/text.js'
import type { Format, Head } from './format.js'
import { headOf, type Input, openInput } from './input.js'
import { formatNames, formats } from './list.js'
import type { ItemOptions } from './options.js'

/** So much is looked at to recognise a format; about as many lines. */
const HEAD_BYTES = 1 << 14
const HEAD_LINES = 20

/**
 * Opens a file of items of any format, by its path or as a `File` that was handed over (or the standard input, `-`).
 * The format is told by the option, by the ending of the name (that of a compression aside), or by the content.
 *
 * @example
 * await openItems('nowhere.csv').catch((error) => error.message) // => 'nowhere.csv: there is no such file'
 * const handed = await openItems(new File(['spam 1:1\n'], 'mail.txt'))
 * handed.format // => 'libsvm'
 * await openItems('mail.jsonl', { format: 'xml' }).catch((error) => error.code) // => 'format/unknown'
 */
export const openItems = async (
  place: string | HandedFile,
  options: ItemOptions = {},
): Promise<ItemSource> => {
  const named =
    options.format === undefined ? formatOfName(sourceName(place)) : formatOfOption(options.format)
  const input = await openInput(place, options)
  const format = named ?? (await formatOfContent(input))
  return format.open(input, options)
}

const formatOfOption = (name: string): Format => {
  const format = formats.find((candidate) => candidate.name === name)
  if (!format) throw dataError('format/unknown', { name, known: formatNames.join(', ') })
  return format
}

const COMPRESSED = /\.(?:gz|bz2|xz|zst)$/i

const formatOfName = (path: string): Format | undefined => {
  const ending = /\.([^./\\]+)$/.exec(path.replace(COMPRESSED, ''))?.[1]?.toLowerCase()
  return ending === undefined ? undefined : formats.find(({ extensions }) => extensions.includes(ending))
}

const formatOfContent = async (input: Input): Promise<Format> => {
  const bytes = await headOf(input, HEAD_BYTES)
  const head = { bytes, lines: linesOf(bytes) }
  const format = formats.find((candidate) => candidate.looksLike(head))
  if (format) return format
  throw dataError(
    'format/unclear',
    { known: formatNames.join(', ') },
    { source: input.name, line: 1, column: 1 },
  )
}

const linesOf = (bytes: Uint8Array): Head['lines'] => {
  const lines = readable(bytes)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
  // The last line may have been cut off.
  if (bytes.length === HEAD_BYTES && lines.length > 1) lines.pop()
  return lines.filter((line) => line.trim() !== '').slice(0, HEAD_LINES)
}
