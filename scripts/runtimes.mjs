// Runs some test files under several versions of Node and prints a matrix: npm run runtimes [-- 20,22,24]
// The versions come from the npm package `node`. One that cannot be downloaded is skipped.
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { markdownRows } from '../packages/core/dist/src/internals.js'
import { root } from './tools/files.mjs'

const [versions = '20,22,24'] = process.argv.slice(2)

/** Files that use what differs between versions: number formats, typed arrays, streams, threads, HTTP, TLS and files. */
const files = {
  core: [
    'random',
    'format',
    'kernels',
    'model-file',
    'auto-live',
    'pool',
    'late-answers',
    'stored-models',
    'rpc',
  ],
  data: [
    'encoding',
    'formats-csv',
    'formats-jsonl',
    'formats-parquet',
    'formats-compression',
    'vectorize-tokens',
    'mail',
  ],
  server: [
    'stream-life',
    'stream-checks',
    'stream-pool',
    'engines-turns',
    'http-openapi',
    'access-oidc',
    'hooks-sign',
    'http-requests',
    'service-once',
    'run-service',
  ],
}
/** These need the compiled part of better-sqlite3, which is built for one version at a time; others take the SQLite that is there. */
const stored = { server: ['store-sqlite'] }

/** The program of a version; undefined if it cannot be downloaded. */
const programOf = (version) => {
  if (process.versions.node.split('.')[0] === version) return process.execPath
  // Elsewhere, npx would offer the packages of this repository.
  const npx = ['-y', `node@${version}`, '-p', 'process.execPath']
  const { status, stdout } = spawnSync('npx', npx, { cwd: tmpdir(), encoding: 'utf8', timeout: 300_000 })
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined
}

const hasSqlite = (program) =>
  spawnSync(program, ['-e', "new (require('better-sqlite3'))(':memory:')"], { cwd: root }).status === 0

/** Runs a file; returns how many tests passed, or failed. */
const outcomeOf = (program, name, file) => {
  const path = `packages/${name}/dist/test/${file}.test.js`
  const { stdout, stderr } = spawnSync(program, ['--test', '--test-reporter=tap', path], {
    cwd: root,
    encoding: 'utf8',
  })
  const count = (what) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(stdout)?.[1] ?? 0)
  const failed = count('fail') + count('cancelled')
  if (failed > 0 || count('pass') === 0) {
    process.exitCode = 1
    console.error(`${path} under ${program}:\n${(stdout + stderr).slice(-4000)}`)
    return `${failed} failed`
  }
  return `${count('pass')} passed`
}

const rowsOf = (some) => Object.entries(some).flatMap(([name, all]) => all.map((file) => [name, file]))

const runtimes = []
for (const version of versions.split(',')) {
  const program = programOf(version)
  if (!program) {
    console.error(`Node ${version} is skipped: the package node@${version} could not be downloaded.`)
    continue
  }
  const full = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim()
  const isStored = hasSqlite(program)
  if (!isStored)
    console.error(
      `Node ${full}: better-sqlite3 is built for another version, so its tests are left out. Run npm ci with it.`,
    )
  runtimes.push({ program, full, isStored })
}

const table = [...rowsOf(files), ...rowsOf(stored)].map(([name, file]) => {
  const needsStore = stored[name]?.includes(file) ?? false
  const cells = runtimes.map(({ program, isStored }) =>
    needsStore && !isStored ? 'left out' : outcomeOf(program, name, file),
  )
  return [`${name}: ${file}`, ...cells]
})
const columns = ['tests', ...runtimes.map(({ full }) => full)].map((title) => ({ title }))
console.log(markdownRows(columns, table))
