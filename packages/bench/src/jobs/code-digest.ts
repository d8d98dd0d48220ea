import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageEntry } from '../own-package.js'

/**
 * A hash of the code that affects results: the core, the streams, and the modules of this package that play. Cached results
 * from before a change must not be reused.
 */
export const codeDigest = (): string => {
  const hash = createHash('sha256').update(process.version)
  for (const folder of codeFolders())
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (file.endsWith('.js')) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}

/** The published command has all of this code in one folder. */
const codeFolders = (): readonly string[] => {
  const [play, core, data] = ['@askance/bench/play', '@askance/core', '@askance/data'].map(packageEntry)
  if (!play || !core || !data) return [dirname(fileURLToPath(import.meta.url))]
  const here = dirname(dirname(play))
  return [
    dirname(core),
    join(dirname(data), 'synthetic'),
    ...['aim', 'play', 'sets', 'tune'].map((folder) => join(here, folder)),
  ]
}
