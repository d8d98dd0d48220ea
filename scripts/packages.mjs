// `npm run packages [-- bun,deno]`: packs all packages, installs them into empty projects without a compiler, and uses them
// as a user would. With the names of other runtimes, which npm downloads, it runs the command and a program with them too.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from './tools/files.mjs'

/** What installing the command, and all packages, may bring. */
const MAX_COMMAND = { packages: 10, mb: 20 }
const MAX_LIBRARIES = { packages: 120, mb: 60 }
/** What a page may bring, gzipped. `Classifier` has every algorithm by its name, and `auto`. */
const MAX_KB = { Classifier: 99, denseRow: 4 }

const folder = mkdtempSync(join(tmpdir(), 'askance-packages-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const fail = (message) => {
  console.error(`FAILED: ${message}`)
  process.exit(1)
}

/** A PATH with node, npm and a shell, but without compilers, make and Python. */
const bareBin = join(folder, 'bin')
mkdirSync(bareBin)
const found = (name) =>
  process.env.PATH.split(delimiter)
    .map((place) => join(place, name))
    .find((path) => statSync(path, { throwIfNoEntry: false }))
for (const name of ['node', 'npm', 'sh', 'env', 'uname', 'dirname', 'sed']) {
  const path = found(name)
  if (path) symlinkSync(path, join(bareBin, name))
}
const bareEnv = {
  ...process.env,
  PATH: bareBin,
  npm_config_nodedir: '',
  npm_config_build_from_source: 'true',
}

/** Runs a program and resolves to what it printed; ends this one if it fails. */
const run = async (command, args, options = {}) => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text))
  const [code] = await once(child, 'close')
  if (code !== 0) fail(`${command} ${args.join(' ')} ended with ${code}\n${out}${err}`)
  return out
}

const check = async (what, action) => {
  const begun = performance.now()
  const result = await action()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${what}: ${result ?? 'ok'} (${seconds} s)`)
}

const packAll = async () => {
  const names = readdirSync(join(root, 'packages'))
  await run(
    'npm',
    ['pack', '--pack-destination', folder, ...names.flatMap((name) => ['-w', `packages/${name}`])],
    {
      cwd: root,
    },
  )
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(folder, name))
}

/** Makes a project and installs tarballs into it, without a compiler. */
const project = async (name, tarballs) => {
  const cwd = join(folder, name)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], {
    cwd,
    env: bareEnv,
  })
  const lock = JSON.parse(readFileSync(join(cwd, 'node_modules/.package-lock.json'), 'utf8'))
  const files = readdirSync(join(cwd, 'node_modules'), { recursive: true, withFileTypes: true })
  const bytes = files
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + statSync(join(file.parentPath ?? file.path, file.name)).size, 0)
  return { cwd, packages: Object.keys(lock.packages).length, mb: bytes / 1e6 }
}

/** What was installed, in words; ends this program if it is more than it may be. */
const installed = ({ packages, mb }, most) => {
  const text = `${packages} packages, ${mb.toFixed(1)} MB`
  return packages > most.packages || mb > most.mb ? fail(text) : text
}

/** Runs the command with a runtime: the program and its arguments before the script. */
const useCommand = async ({ cwd }, [program, ...before]) => {
  const script = join(cwd, 'node_modules/askance/bin/askance.mjs')
  const askance = (...args) => run(program, [...before, script, ...args], { cwd, env: bareEnv })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  await check('askance --version', async () => {
    const text = (await askance('--version')).trim()
    return text.endsWith(version) ? text : fail(`it printed ${text}`)
  })
  const rows = Array.from({ length: 300 }, (_, k) =>
    k % 2 ? `good,nice fine word${k % 7}` : `bad,ugly poor word${k % 5}`,
  )
  writeFileSync(join(cwd, 'small.csv'), `label,text\n${rows.join('\n')}\n`)
  await check('askance run', async () => {
    const { metrics, accuracy = metrics?.accuracy } = JSON.parse(await askance('run', 'small.csv', '--json'))
    return accuracy > 0.9 ? undefined : fail(`the accuracy is ${accuracy}`)
  })
  await check('askance compare, with figures', async () => {
    await askance('compare', 'small.csv', '--quick', '--no-cache', '-o', 'report')
    return readdirSync(join(cwd, 'report')).join(', ')
  })
  await check('askance reproduce claims', async () => {
    const text = await askance('reproduce', 'claims')
    return `${text.trim().split('\n').length} lines`
  })
  await check('askance label --simulate', async () => {
    const args = ['--simulate', '--labels', '20', '-o', 'labelled.csv']
    await askance('label', 'small.csv', ...args)
    const lines = readFileSync(join(cwd, 'labelled.csv'), 'utf8').trim().split('\n')
    if (lines.length !== 301) fail(`it wrote ${lines.length} lines, not 301`)
  })
  await check('askance serve', async () => {
    const shown = JSON.parse(await askance('serve', '--show-settings'))
    const child = spawn(
      program,
      [...before, script, 'serve', '--anonymous', '--port', '0', '--log-level', 'error'],
      {
        cwd,
        env: bareEnv,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let out = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      out += text
      if (/listens on http/.test(out)) break
    }
    const url = /http:\S+/.exec(out)?.[0] ?? fail(`it printed ${out}`)
    for (const path of ['/readyz', '/', '/docs', '/docs/swagger-ui-bundle.js', '/v1/streams']) {
      const { status } = await fetch(url + path)
      if (status !== 200) fail(`${path} returned ${status}`)
    }
    child.kill('SIGTERM')
    await once(child, 'close')
    return `SQLite: ${shown.sqliteDriver}`
  })
}

/** Arguments of other runtimes before the script. */
const runtimeFlags = { deno: ['run', '--allow-all'] }

/** Installs the npm package of a runtime; undefined if that is not possible. */
const runtimeOf = async (name) => {
  const cwd = join(folder, name)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', name], {
    cwd,
  })
  if (status !== 0) {
    console.log(`${name} is skipped: npm could not install it.`)
    return
  }
  // npm may be set not to run install scripts.
  const script = ['install.js', 'install.cjs'].find((file) =>
    statSync(join(cwd, 'node_modules', name, file), { throwIfNoEntry: false }),
  )
  if (script) await run(process.execPath, [script], { cwd: join(cwd, 'node_modules', name) })
  return [join(cwd, 'node_modules/.bin', name), ...(runtimeFlags[name] ?? [])]
}

const libraryUser = join(root, 'scripts/tools/library-user.mjs')

/** Runs a program that uses all packages with each runtime; what it prints must be the same. */
const useLibraries = async ({ cwd }, runtimes) => {
  copyFileSync(libraryUser, join(cwd, 'user.mjs'))
  let printed
  for (const [name, [program, ...before]] of runtimes)
    await check(`a program that uses the packages, with ${name}`, async () => {
      const text = (await run(program, [...before, 'user.mjs'], { cwd, env: bareEnv })).trim()
      printed ??= text
      return text === printed ? text : fail(`it printed ${text} instead of ${printed}`)
    })
}

const program = `import { Classifier, denseRow } from '@askance/core'
import { openData } from '@askance/data'
import { startServer } from '@askance/server'
import { createClient } from '@askance/server/client'
import { deskAssets } from '@askance/desk/assets'
import * as bench from '@askance/bench'
const classifier = new Classifier({ classes: ['a', 'b'] })
const end: number = denseRow([1, 2]).end
export { bench, classifier, createClient, deskAssets, end, openData, startServer }
`

const checkTypes = async ({ cwd }, module, moduleResolution) => {
  writeFileSync(join(cwd, 'program.ts'), program)
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom,esnext.disposable']
  const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node']
  await run(
    process.execPath,
    [tsc, ...flags, ...types, '--module', module, '--moduleResolution', moduleResolution, 'program.ts'],
    { cwd },
  )
}

const bundleSize = async ({ cwd }, name) => {
  const { outputFiles } = await build({
    stdin: { contents: `import { ${name} } from '@askance/core'\nconsole.log(${name})`, resolveDir: cwd },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const kb = gzipSync(outputFiles[0].contents).length / 1000
  return kb <= MAX_KB[name]
    ? `${kb.toFixed(0)} kB gzipped`
    : fail(`${name} is ${kb.toFixed(0)} kB, at most ${MAX_KB[name]}`)
}

let tarballs = []
await check('packed', async () => {
  tarballs = await packAll()
  return `${tarballs.length} packages`
})
let command
await check('installed askance, without a compiler', async () => {
  command = await project(
    'command',
    tarballs.filter((path) => /[/\\]askance-\d/.test(path)),
  )
  return installed(command, MAX_COMMAND)
})
const runtimes = [['node', [process.execPath]]]
for (const name of (process.argv[2] ?? '').split(',').filter(Boolean)) {
  const runtime = await runtimeOf(name)
  if (runtime) runtimes.push([name, runtime])
}
for (const [name, runtime] of runtimes) {
  console.log(`With ${name}:`)
  await useCommand(command, runtime)
}
let libraries
await check('installed all packages, without a compiler', async () => {
  libraries = await project('libraries', tarballs)
  return installed(libraries, MAX_LIBRARIES)
})
await useLibraries(libraries, runtimes)
await check('types with nodenext', () => checkTypes(libraries, 'nodenext', 'nodenext'))
await check('types with bundler', () => checkTypes(libraries, 'esnext', 'bundler'))
for (const name of Object.keys(MAX_KB)) await check(`a bundle of ${name}`, () => bundleSize(libraries, name))
console.log('Passed.')
