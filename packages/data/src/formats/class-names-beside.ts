import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ClassNames, classNamesIn } from './class-names.js'

const INFO = 'dataset_info.json'
const MAX_INFO_BYTES = 1 << 24

/** The class names in `dataset_info.json` beside a file; none if there is no such file, or if it has none. */
export const classNamesBeside = async (path: string): Promise<ClassNames> => {
  const info = join(dirname(path), INFO)
  const found = await stat(info).catch(() => undefined)
  if (!found?.isFile() || found.size > MAX_INFO_BYTES) return {}
  return classNamesIn(await readFile(info, 'utf8').catch(() => ''))
}
