import type { AsyncBuffer } from 'hyparquet'
import { concat, type HandedFile, handedBytes } from '../../bytes/bytes.js'
import type { Input } from '../input.js'
import { decodedGroups } from './decode.js'
import type { ParquetSource } from './source.js'
import { isParquet, MAGIC } from './values.js'

/**
 * Replaces `source.ts` in browsers. Compressed input is decompressed into memory, and the current thread decodes: a
 * damaged file may block it, so the caller must be able to terminate it.
 */
export const parquetSource = async (input: Input): Promise<ParquetSource> => {
  const buffer = await bufferOf(input)
  return {
    look: (most) => decodedGroups(buffer, input.name, most, () => {}),
    async *read(progress) {
      for await (const group of decodedGroups(buffer, input.name, Number.POSITIVE_INFINITY, () => {})) {
        yield group
        const share = (group.first - 1 + group.rows) / group.total
        progress?.(Math.round(buffer.byteLength * share), buffer.byteLength)
      }
    },
    discard: async () => {},
  }
}

const bufferOf = async (input: Input): Promise<AsyncBuffer> => {
  const { file } = input
  if (typeof file === 'object' && (await isPlain(file))) return placesOf(file)
  const chunks: Uint8Array[] = []
  for await (const chunk of input.read()) chunks.push(chunk.slice())
  return concat(chunks).buffer
}

const isPlain = async (file: HandedFile): Promise<boolean> =>
  isParquet(new Uint8Array(await handedBytes(file, 0, MAGIC.length)))

const placesOf = (file: HandedFile): AsyncBuffer => ({
  byteLength: file.size,
  slice: (start, end = file.size) =>
    handedBytes(file, start < 0 ? Math.max(0, file.size + start) : start, end),
})
