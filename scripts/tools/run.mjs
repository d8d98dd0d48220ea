import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './files.mjs'

/** The formatter and linter. */
export const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

/** Runs a script with this Node in the root folder; returns its exit code. */
export const runNode = (args, stdio = 'inherit') =>
  exitCode(spawnSync(process.execPath, args, { cwd: root, stdio }))

/** Runs the npm that started this process, or else the one in PATH. */
export const runNpm = (args, stdio = 'inherit') => {
  const npm = process.env.npm_execpath
  if (npm && /npm-cli\.[cm]?js$/.test(npm)) return runNode([npm, ...args], stdio)
  // On Windows npm is a batch file, which only a shell can start.
  return exitCode(spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32' }))
}

const exitCode = ({ status, error }) => {
  if (error) console.error(error.message)
  return status ?? 1
}
