import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder, root } from '../../scripts/tools/files.mjs'

export const read = (file) => readFileSync(join(root, file), 'utf8')

/** All files that are or would be committed; every file when this is no git checkout. */
export const repositoryFiles = () => {
  const args = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const listed = status === 0 ? stdout.split('\0') : filesUnder('.')
  return listed.filter((file) => file !== '' && existsSync(join(root, file))).sort()
}

/** Every line of the files that matches, as `file:line: text`. */
export const linesMatching = (files, pattern) =>
  files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((text, k) => (pattern.test(text) ? [`${file}:${k + 1}: ${text.trim().slice(0, 120)}`] : [])),
  )
