import { rmSync } from 'node:fs'
import { mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../context.js'
import { writeFailed } from './sink.js'

/** Copies bytes that can be read only once to a temporary file, removed on exit. */
export const spoolToFile = async (chunks: AsyncIterable<Uint8Array>, context: Context): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'askance-')).catch(writeFailed(tmpdir()))
  context.cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'spool')
  const handle = await open(path, 'wx').catch(writeFailed(path))
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk).catch(writeFailed(path))
  } finally {
    await handle.close()
  }
  return path
}
