// Runs the tests: node scripts/test.mjs [--soak] [part of a file name …]
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder, root } from './tools/files.mjs'
import { runNode } from './tools/run.mjs'

const stop = (message) => {
  console.error(message)
  process.exit(1)
}

// Found by their sources, so that what an earlier build left in dist is not run, and what is not built is noticed.
const places = [
  [/^packages\/([^/]+)\/test\/(.+\.test)\.ts$/, 'packages/$1/dist/test/$2.js'],
  [/^benchmarks\/src\/(.+\.test)\.ts$/, 'benchmarks/dist/$1.js'],
  [/^(test\/[^/]+\.test\.mjs)$/, '$1'],
]

const testFiles = ['packages', 'benchmarks', 'test']
  .flatMap((folder) => filesUnder(folder))
  .flatMap((source) => {
    const place = places.find(([pattern]) => pattern.test(source))
    return place ? [source.replace(...place)] : []
  })

const soak = process.argv.includes('--soak')
const wanted = process.argv.slice(2).filter((argument) => argument !== '--soak')
const files = testFiles.filter(
  (file) =>
    (soak || !file.endsWith('.soak.test.js')) &&
    (wanted.length === 0 || wanted.some((part) => file.includes(part))),
)

if (files.length === 0)
  stop(`No test file was found${wanted.length > 0 ? ` whose name contains ${wanted.join(' or ')}` : ''}.`)
const unbuilt = files.filter((file) => !existsSync(join(root, file)))
if (unbuilt.length > 0) stop(`Not built: ${unbuilt.join(', ')}. Run \`npm run build\` first.`)

const [major, minor] = process.versions.node.split('.').map(Number)
const since = (first) => major > 20 || minor >= first
// A test that fails may leave a process behind, and one that waits in vain would wait for ever: neither holds up the rest.
const patience = soak ? 2 * 60 * 60_000 : 10 * 60_000
const limits = [
  ...(since(10) ? ['--test-concurrency=2'] : []),
  ...(since(11) ? [`--test-timeout=${patience}`] : []),
  ...(since(14) ? ['--test-force-exit'] : []),
]
process.exit(runNode(['--enable-source-maps', '--test', '--test-reporter=spec', ...limits, ...files]))
