import { openBytes } from '@askance/data'

/** The whole content of a file, decompressed. */
export const readBytes = async (path: string): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of openBytes(path)) chunks.push(chunk.slice())
  return Buffer.concat(chunks)
}
