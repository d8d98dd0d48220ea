import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'askance-data-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A folder that is gone after the tests. */
export const temporaryFolder = folder

/** A file with this content, gone after the tests. */
export const temporaryFile = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
