import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dataError } from '../errors.js'

let made = 0

/** Whether a draft may be renamed to this path: a device, a FIFO or a symlink must be written in place. */
export const isReplaceable = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(() => undefined)
  return found === undefined || found.isFile()
}

/**
 * Writes a draft next to the file and renames it when it is complete, so that the file is never partial and a failure
 * keeps the previous content. Anything but a regular file is written in place.
 */
export const replaceFile = async (
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  packing: readonly Transform[] = [],
): Promise<void> => {
  const fill = (file: FileHandle, flush: boolean): Promise<void> =>
    pipeline([Readable.from(pieces), ...packing, file.createWriteStream({ flush })])
  if (!(await isReplaceable(path))) {
    try {
      await fill(await open(path, 'w'), false)
    } catch (cause) {
      throw writeError(cause, path)
    }
    return
  }
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}-${made++}.draft`)
  try {
    // Opened before anything can fail, so that it can be removed.
    const file = await open(draft, 'w')
    await fill(file, true)
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw writeError(cause, path)
  }
}

/** Converts a system error to an `AskanceError`; other values pass unchanged. */
export const writeError = (cause: unknown, source?: string): unknown => {
  if (!(cause instanceof Error && 'code' in cause && 'syscall' in cause)) return cause
  return dataError('bytes/write', { reason: cause.message }, source === undefined ? {} : { source })
}
