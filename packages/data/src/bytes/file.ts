import { type FileHandle, open, stat } from 'node:fs/promises'
import { dataError } from '../errors.js'
import type { Progress } from './bytes.js'

/** Large enough that the cost of a read does not count, small enough that the bytes are still in the cache. */
const CHUNK = 1 << 18

/** Whether there is a file, and not a pipe or a device, which can be read but once. */
export const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() ?? false

/**
 * The bytes of a file. One chunk is read ahead while the caller works on the one before; two buffers take turns,
 * so a chunk is valid until the next one is asked for.
 */
export async function* fileChunks(path: string, progress?: Progress): AsyncGenerator<Uint8Array> {
  const handle = await open(path).catch((cause: unknown) => {
    throw readError(cause, path)
  })
  let ahead: ReturnType<typeof chunkOf> | undefined
  try {
    const total = await sizeOf(handle)
    let done = 0
    let current = new Uint8Array(CHUNK)
    let next = new Uint8Array(CHUNK)
    for (;;) {
      const chunk = await (ahead ?? chunkOf(handle, current))
      if (chunk.length === 0) return
      // Of a pipe nothing is read ahead: a read that waits for others could not be called off.
      if (total !== undefined) ahead = chunkOf(handle, next)
      // Its failure is met when it is awaited; until then nobody may call it unhandled.
      ahead?.catch(() => {})
      done += chunk.length
      progress?.(done, total)
      yield chunk
      ;[current, next] = [next, current]
    }
  } catch (cause) {
    throw readError(cause, path)
  } finally {
    // The file must not be closed under a read.
    await ahead?.catch(() => {})
    await handle.close()
  }
}

const chunkOf = async (handle: FileHandle, buffer: Uint8Array): Promise<Uint8Array> => {
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, null)
  return buffer.subarray(0, bytesRead)
}

/** Undefined for pipes and devices, whose size nobody knows. */
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

/** The error of the system as one of ours; anything else passes unchanged. */
export const readError = (cause: unknown, source: string): unknown => {
  if (!(cause instanceof Error && 'code' in cause)) return cause
  if (!('syscall' in cause || cause.code === 'ERR_INVALID_ARG_VALUE')) return cause
  const code = codes[cause.code as keyof typeof codes] ?? 'bytes/read'
  return dataError(code, { reason: cause.message }, { source })
}
