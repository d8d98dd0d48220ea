import { type FileHandle, open, stat } from 'node:fs/promises'
import { dataError } from '../errors.js'
import type { Progress } from './bytes.js'

/** Large enough to make the cost of a read negligible, small enough to stay in the CPU cache. */
const CHUNK = 1 << 20

/** Whether it is a regular file; pipes and devices can be read only once. */
export const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() ?? false

export const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false

/**
 * The bytes of a file. One chunk is read ahead while the caller processes the previous one; two buffers alternate,
 * so a chunk is valid until the next one is requested.
 */
export async function* fileChunks(path: string, progress?: Progress): AsyncGenerator<Uint8Array> {
  const handle = await open(path).catch((cause: unknown) => {
    throw readError(cause, path)
  })
  let ahead: ReturnType<typeof chunkOf> | undefined
  try {
    const total = await sizeOf(handle)
    let done = 0
    const size = total ? Math.min(CHUNK, total + 1) : CHUNK
    let current = new Uint8Array(size)
    let next = new Uint8Array(size)
    for (;;) {
      const chunk = await (ahead ?? chunkOf(handle, current))
      if (chunk.length === 0) return
      // Pipes are not read ahead, because a pending read could not be cancelled.
      if (total !== undefined) ahead = chunkOf(handle, next)
      // The error surfaces when it is awaited; until then it must not count as unhandled.
      ahead?.catch(() => {})
      done += chunk.length
      progress?.(done, total)
      yield chunk
      ;[current, next] = [next, current]
    }
  } catch (cause) {
    throw readError(cause, path)
  } finally {
    // The file must not be closed during a read.
    await ahead?.catch(() => {})
    await handle.close()
  }
}

const chunkOf = async (handle: FileHandle, buffer: Uint8Array): Promise<Uint8Array> => {
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, null)
  return buffer.subarray(0, bytesRead)
}

/** Undefined for pipes and devices, whose size is unknown. */
const sizeOf = async (handle: FileHandle): Promise<number | undefined> => {
  const stats = await handle.stat()
  return stats.isFile() ? stats.size : undefined
}

const codes = {
  ENOENT: 'bytes/missing',
  ENOTDIR: 'bytes/missing',
  EISDIR: 'bytes/directory',
  EACCES: 'bytes/permission',
  EPERM: 'bytes/permission',
} as const

/** Converts a system error to an `AskanceError`; other values pass unchanged. */
export const readError = (cause: unknown, source: string): unknown => {
  if (!(cause instanceof Error && 'code' in cause)) return cause
  if (!('syscall' in cause || cause.code === 'ERR_INVALID_ARG_VALUE')) return cause
  const code = codes[cause.code as keyof typeof codes] ?? 'bytes/read'
  return dataError(code, { reason: cause.message }, { source })
}
