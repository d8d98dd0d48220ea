// Runs the tests: node scripts/test.mjs [--soak] [part of a file name …]
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { useMemoryForTemporaryFiles } from './test/memory.mjs'
import { runFiles } from './test/process.mjs'
import { fileText, summaryOf } from './test/report.mjs'
import { startServices } from './test/services.mjs'
import { filesUnder, root } from './tools/files.mjs'

const stop = (message) => {
  console.error(message)
  process.exit(1)
}

// Test files are found by their sources, so that stale builds are not run and missing builds are reported.
const places = [
  [/^packages\/([^/]+)\/test\/(.+\.test)\.ts$/, 'packages/$1/dist/test/$2.js'],
  [/^benchmarks\/src\/(.+\.test)\.ts$/, 'benchmarks/dist/$1.js'],
  [/^(test\/[^/]+\.test\.mjs)$/, '$1'],
]

const soak = process.argv.includes('--soak')
const wanted = process.argv.slice(2).filter((argument) => argument !== '--soak')
const sources = ['test', 'packages', 'benchmarks']
  .flatMap((folder) => filesUnder(folder))
  .filter((source) => places.some(([pattern]) => pattern.test(source)))
  .filter((source) => wanted.length === 0 || wanted.some((part) => source.includes(part)))

const builtOf = (source) => source.replace(...places.find(([pattern]) => pattern.test(source)))
const sourceOf = new Map(sources.map((source) => [builtOf(source), source]))

if (sources.length === 0)
  stop(`No test file was found${wanted.length > 0 ? ` whose name contains ${wanted.join(' or ')}` : ''}.`)
const unbuilt = [...sourceOf.keys()].filter((file) => !existsSync(join(root, file)))
if (unbuilt.length > 0) stop(`Not built: ${unbuilt.join(', ')}. Run \`npm run build\` first.`)

/**
 * Files with such a comment run and kill programs or drive a browser, and wait for them: they run beside the others of their package.
 * Loading a package or the driver of the browser takes half a second, so that they share a few processes.
 */
const APART = /^\/\/ Own process: (it drives a browser\.$)?/m
const PROCESSES = { browser: 3, programs: 2, 'packages/core': 2, 'packages/server': 2 }
/** Roughly the CPU seconds of a file, by the kind of its batch. */
const SECONDS = { browser: 4, programs: 5, 'packages/server': 0.9, 'packages/cli': 1.4 }
const OTHER_SECONDS = 0.8
const counts = new Map()
const inTurn = (kind, folder) => {
  const place = `${kind} ${folder}`
  const count = counts.get(place) ?? 0
  counts.set(place, count + 1)
  return `${place} ${count % (PROCESSES[kind] ?? 1)}`
}
const batchOf = (source) => {
  const folder = source.split('/', source.startsWith('packages/') ? 2 : 1).join('/')
  const [comment, browser] = APART.exec(readFileSync(join(root, source), 'utf8')) ?? []
  if (!comment) return inTurn(folder, '')
  return browser ? inTurn('browser', 'pages') : inTurn('programs', folder)
}
const batches = new Map()
for (const [file, source] of sourceOf) {
  const key = batchOf(source)
  batches.set(key, [...(batches.get(key) ?? []), file])
}
// Three more than there are cores, because some tests wait for a browser, a database or a lease.
const LANES = Math.min(5, availableParallelism() + 3)
const kindOf = (key) => key.split(' ')[0]
const weightOf = ([key, files]) => files.length * (SECONDS[kindOf(key)] ?? OTHER_SECONDS)
// Large batches run first and small ones last, so that no lane ends late.
const queue = [...batches].sort((a, b) => weightOf(b) - weightOf(a)).map(([, files]) => files)

const start = performance.now()
useMemoryForTemporaryFiles()
// Named files start the services they need themselves.
const services = wanted.length > 0 ? undefined : await startServices()
const results = []
const lane = async () => {
  for (let files = queue.shift(); files; files = queue.shift())
    await runFiles(files, {
      env: { ...services?.env, ...(soak ? { ASKANCE_SOAK: '1' } : {}) },
      // Long enough for a busy machine; it only stops hanging tests.
      timeout: (soak ? 120 : 10) * 60_000,
      // They take a tenth of the time of all tests, and show in failures only.
      sourceMaps: wanted.length > 0,
      onFile: (result) => {
        const named = { ...result, file: sourceOf.get(result.file) }
        results.push(named)
        console.log(fileText(named, wanted.length > 0))
      },
    })
}
try {
  await Promise.all(Array.from({ length: LANES }, lane))
} finally {
  await services?.stop()
}
const { text, isGreen } = summaryOf(results, performance.now() - start)
console.log(text)
process.exit(isGreen ? 0 : 1)
