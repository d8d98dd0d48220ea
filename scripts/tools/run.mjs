import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './files.mjs'

/** The program of the formatter and linter, to be run with Node. */
export const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

/** Runs a script with this very Node, in the repository's top folder; gives its exit code. */
export const runNode = (args, stdio = 'inherit') =>
  exitCode(spawnSync(process.execPath, args, { cwd: root, stdio }))

/** Runs npm: the one that started us when there is one, else the one on the path. */
export const runNpm = (args, stdio = 'inherit') => {
  const npm = process.env.npm_execpath
  if (npm && /npm-cli\.[cm]?js$/.test(npm)) return runNode([npm, ...args], stdio)
  // On Windows npm is a command file, which only a shell can start.
  return exitCode(spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32' }))
}

const exitCode = ({ status, error }) => {
  if (error) console.error(error.message)
  return status ?? 1
}
