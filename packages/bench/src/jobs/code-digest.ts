import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * A hash of the code that affects results: the core, the streams, and the modules of this package that play. Cached results
 * from before a change must not be reused.
 */
export const codeDigest = (): string => {
  const resolve = createRequire(import.meta.url).resolve
  // By name and not by place: the command has this code in a bundle.
  const here = dirname(dirname(resolve('@askance/bench/play')))
  const folders = [
    dirname(resolve('@askance/core')),
    join(dirname(resolve('@askance/data')), 'synthetic'),
    ...['aim', 'play', 'sets', 'tune'].map((folder) => join(here, folder)),
  ]
  const hash = createHash('sha256').update(process.version)
  for (const folder of folders)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (file.endsWith('.js')) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}
