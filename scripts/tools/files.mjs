import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

const skipped = new Set(['node_modules', 'dist', '.git', '.cache'])

/** All files under a folder, sorted, as paths relative to `top` with forward slashes; empty if it is missing. */
export const filesUnder = (folder, top = root) => {
  const found = []
  for (const entry of entriesOf(join(top, folder))) {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
    if (!entry.isDirectory()) found.push(path)
    else if (!skipped.has(entry.name)) found.push(...filesUnder(path, top))
  }
  return found.sort()
}

const entriesOf = (folder) => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}
