import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dataError } from '../errors.js'

let made = 0

/**
 * Writes a file under another name beside it and gives it its own name when all is there, so that nobody ever sees
 * half of it, and a failure leaves what was there before.
 */
export const replaceFile = async (
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  packing: readonly Transform[] = [],
): Promise<void> => {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}-${made++}.draft`)
  try {
    // Opened before anything can fail, so that it is there to be removed.
    const file = await open(draft, 'w')
    await pipeline([Readable.from(pieces), ...packing, file.createWriteStream({ flush: true })])
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw writeError(cause, path)
  }
}

/** The error of the system as one of ours; anything else passes unchanged. */
export const writeError = (cause: unknown, source?: string): unknown => {
  if (!(cause instanceof Error && 'code' in cause && 'syscall' in cause)) return cause
  return dataError('bytes/write', { reason: cause.message }, source === undefined ? {} : { source })
}
