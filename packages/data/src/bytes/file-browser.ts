import { dataError } from '../errors.js'

// Replaces `file.ts` in browsers, where paths cannot be opened.

export const isFile = async (): Promise<boolean> => false

export const isFolder = async (): Promise<boolean> => false

// biome-ignore lint/correctness/useYield: it has nothing to yield.
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  throw dataError('bytes/missing', {}, { source: path })
}

export const readError = (cause: unknown): unknown => cause
