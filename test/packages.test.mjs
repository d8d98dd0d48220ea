// Checks what would be published. `npm run packages` also installs it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from '../scripts/tools/files.mjs'
import { licensedIn } from '../scripts/tools/licences.mjs'
import { read } from './tools/repository.mjs'

const manifestOf = (folder) => JSON.parse(read(`${folder}/package.json`))
const folders = readdirSync(join(root, 'packages'))
  .map((name) => `packages/${name}`)
  .filter((folder) => existsSync(join(root, folder, 'package.json')))
const { homepage, repository, bugs, engines, overrides } = manifestOf('.')
const none = (problems) => problems.length > 0 && assert.fail(`\n${problems.join('\n')}`)

/** The oldest version that a range such as `^20.19.0 || >=22` allows, as [major, minor, patch]. */
const oldest = (range) =>
  range
    .split('||')
    .map((part) => (/(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(part) ?? []).slice(1).map((n) => Number(n ?? 0)))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])[0] ?? [0, 0, 0]

describe('the manifest of every package', () => {
  for (const folder of folders) {
    const manifest = manifestOf(folder)
    test(`${manifest.name} names the repository and how it is published`, () => {
      assert.deepEqual(manifest.repository, { ...repository, directory: folder })
      assert.equal(manifest.homepage, homepage.replace('#', `/tree/main/${folder}#`))
      assert.deepEqual(manifest.bugs, bugs)
      assert.deepEqual(manifest.publishConfig, { access: 'public' })
      assert.deepEqual(manifest.engines, engines)
      assert.ok(manifest.keywords.length >= 4 && manifest.description)
      assert.notEqual(manifest.sideEffects, undefined)
    })

    test(`the README of ${manifest.name} has no relative links`, () => {
      const prose = read(`${folder}/README.md`).replace(/^(\s*)(`{3,}).*?^\s*\2/gms, '')
      none([...prose.matchAll(/\]\((?!https:|#)[^)]*\)/g)].map(([link]) => link))
    })
  }
})

describe('the tarball', () => {
  const packed = JSON.parse(
    execFileSync(
      'npm',
      ['pack', '--dry-run', '--json', '--ignore-scripts', ...folders.flatMap((one) => ['-w', one])],
      { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], shell: process.platform === 'win32' },
    ),
  )
  const list = Array.isArray(packed) ? packed : Object.values(packed)

  test('exists for every package', () => {
    assert.deepEqual(list.map(({ name }) => name).sort(), folders.map((one) => manifestOf(one).name).sort())
  })

  for (const folder of folders) {
    const manifest = manifestOf(folder)
    const paths = list.find(({ name }) => name === manifest.name).files.map(({ path }) => path)

    test(`of ${manifest.name} has its licence and its entry points, and no tests, sources or source maps`, () => {
      for (const path of ['LICENSE', 'README.md', 'package.json']) assert.ok(paths.includes(path), path)
      none(
        paths.filter((path) =>
          /(^|\/)(test|node_modules)\/|\.map$|\.test\.|\.tsbuildinfo$|(?<!\.d)\.ts$|made-from$/.test(path),
        ),
      )
      const targets = [manifest.exports, manifest.bin, manifest.browser].flatMap(leaves)
      none(targets.filter((path) => !paths.includes(path.replace(/^\.\//, ''))))
      assert.equal(read(`${folder}/LICENSE`), read('LICENSE'))
    })

    test(`of ${manifest.name} has what its files import`, () => {
      const here = { ...manifest.dependencies, ...manifest.peerDependencies, [manifest.name]: '' }
      const isThere = (path, name) => {
        if (name.startsWith('.')) return paths.includes(posix.join(posix.dirname(path), name))
        return isBuiltin(name) || /^(@[^/]+\/)?[^/]+/.exec(name)[0] in here
      }
      // In bundles, other packages have other manifests.
      const own = paths.filter((path) => /^dist\/(src|assets)\/.*(?<!bundle)\.js$/.test(path))
      none(
        own.flatMap((path) =>
          [...read(`${folder}/${path}`).matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'/gm)]
            .filter(([, name]) => !isThere(path, name))
            .map(([, name]) => `${path} imports ${name}`),
        ),
      )
    })

    // Bundles contain code of other packages.
    if (folder !== 'packages/core')
      test(`of ${manifest.name} has the licences of what is bundled`, () => {
        assert.ok(paths.includes('THIRD-PARTY-LICENSES'))
      })
  }

  test('of the command has the licences of its pages too', () => {
    const namesIn = (folder) => licensedIn(join(root, folder))
    const inCommand = new Set(namesIn('packages/cli'))
    none(namesIn('packages/desk').filter((name) => !inCommand.has(name)))
    for (const name of ['fastify', 'pg', 'pino', 'linkedom', '@observablehq/plot'])
      assert.ok(inCommand.has(name), name)
  })
})

describe('what users install', () => {
  const lock = JSON.parse(read('package-lock.json')).packages

  test('supports the same versions of Node as we do', () => {
    const ours = oldest(engines.node)
    none(
      Object.entries(lock)
        .filter(([path, { dev, devOptional }]) => path.startsWith('node_modules/') && !dev && !devOptional)
        .flatMap(([path, { version, engines: theirs }]) => {
          const [major] = oldest(theirs?.node ?? '0')
          return major > ours[0] ? [`${path} ${version} needs Node ${theirs.node}`] : []
        }),
    )
  })

  test('is not changed by overrides, which only this repository has', () => {
    const reachesUsers = (name) =>
      Object.entries(lock).some(([path, { dev }]) => path.endsWith(`node_modules/${name}`) && !dev)
    none(Object.keys(overrides).filter(reachesUsers))
  })

  test('is little: the command contains what it uses', () => {
    assert.deepEqual(Object.keys(manifestOf('packages/cli').dependencies), [
      'node-sqlite3-wasm',
      'xz-decompress',
    ])
  })
})

describe('a bundle of the core', () => {
  const bundled = async (names, minify = false) => {
    const contents = `export { ${names} } from '@askance/core'`
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: root },
      bundle: true,
      minify,
      format: 'esm',
      write: false,
    })
    return outputFiles[0].text
  }
  const kilobytes = async (names) => gzipSync(await bundled(names, true)).length / 1000
  const loaded = async (names) => import(`data:text/javascript,${encodeURIComponent(await bundled(names))}`)

  test('has only what is used', async () => {
    assert.ok((await bundled('denseRow')).length < 20_000)
  })

  test('has the size that the page says', async () => {
    const page = read('docs/runtimes.md').replace(/\s+/g, ' ')
    const said = (pattern) => Number(pattern.exec(page)?.[1])
    const one = await kilobytes('Classifier')
    const sizes = [
      [one, said(/bundles to (\d+) kB gzipped/)],
      [(await kilobytes('Classifier, Pool')) - one, said(/`Pool` adds (\d+) kB/)],
      [await kilobytes('denseRow'), said(/helpers for rows take (\d+) kB/)],
    ]
    for (const [found, expected] of sizes)
      assert.ok(
        Math.abs(found - expected) < 0.5 + 0.02 * found,
        `${found.toFixed(1)} kB, and the page says ${expected}`,
      )
  })

  test('has nothing that only replicas use', async () => {
    const text = await bundled('Classifier')
    assert.doesNotMatch(text, /predicts: true/)
  })

  test('loads a pool if it uses pools, and otherwise says what to import', async () => {
    const { Classifier, Pool } = await loaded('Classifier, Pool')
    const bytes = new Pool({ classes: ['a', 'b'] }).save()
    assert.ok(Classifier.load(bytes) instanceof Pool)
    const alone = await loaded('Classifier')
    assert.throws(() => alone.Classifier.load(bytes), { code: 'model/pool-class' })
  })
})

/** The texts in a nested value. */
function leaves(value) {
  if (typeof value === 'string') return [value]
  return Object.values(value ?? {}).flatMap(leaves)
}
