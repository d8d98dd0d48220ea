// Builds everything: first the generated sources (WebAssembly kernels, report script, client types), then all packages.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleExperiments } from '../packages/bench/build.mjs'
import { buildPage } from '../packages/bench/page/build.mjs'
import { bundleCommand } from '../packages/cli/build.mjs'
import { bundleParquetWorker } from '../packages/data/build.mjs'
import { buildDesk } from '../packages/desk/build.mjs'
import { bundleService } from '../packages/server/build.mjs'
import { generateClient } from './client.mjs'
import { root } from './tools/files.mjs'
import { runNode, runNpm } from './tools/run.mjs'
import { fingerprint, installProblem, stampBuild } from './tools/state.mjs'

const inRoot = (path) => join(root, path)
const versionOf = (name) =>
  JSON.parse(readFileSync(inRoot(`node_modules/${name}/package.json`), 'utf8')).version

const compilerOptions = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory']

const kernelsIn = 'packages/core/assembly'
const kernelsOut = 'packages/core/src/kernels.generated.ts'

/** Compiles an AssemblyScript source to a WebAssembly module. */
const compileKernel = async (source) => {
  // Loading the compiler takes longer than compiling.
  const { default: compiler } = await import('assemblyscript/asc')
  let module
  const args = [source, '--baseDir', root, '--outFile', 'kernel.wasm', ...compilerOptions]
  const { error, stderr } = await compiler.main(args, {
    writeFile: (_, contents) => {
      module = contents
    },
  })
  if (error) throw new Error(`${source} does not compile.\n${stderr}`)
  return module
}

/**
 * Compiles the kernels of the core into one TypeScript file. They are hexadecimal and next to each other, because
 * gzip compresses that better than base64. The first line of the file tells what it was made from; while that is
 * unchanged nothing is done.
 */
const compileKernels = async () => {
  const all = readdirSync(inRoot(kernelsIn), { recursive: true }).filter((name) => name.endsWith('.ts'))
  const texts = all.map((name) => readFileSync(inRoot(`${kernelsIn}/${name}`), 'utf8'))
  // What is in folders are parts of these.
  const sources = all.filter((name) => basename(name) === name)
  const ingredients = [...texts, versionOf('assemblyscript'), ...compilerOptions].join('\n')
  const firstLine = `// Generated from ${kernelsIn}; sha256 of what it was made from: ${hashOf(ingredients)}\n`
  if (existsSync(inRoot(kernelsOut)) && readFileSync(inRoot(kernelsOut), 'utf8').startsWith(firstLine)) return

  let text = firstLine
  for (const name of sources) {
    const hex = Buffer.from(await compileKernel(`${kernelsIn}/${name}`)).toString('hex')
    text += `export const ${name.replace('.ts', '').toUpperCase()}_WASM =\n  '${hex}'\n`
  }
  writeFileSync(inRoot(kernelsOut), text)
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex')

const buildKernels = async () => {
  await compileKernels()
  const others = inRoot('packages/data/assembly/build.mjs')
  if (existsSync(others)) await (await import(pathToFileURL(others).href)).buildKernels()
}

/** Every package is published with the licence of the repository. */
const copyLicence = () => {
  for (const name of readdirSync(inRoot('packages')))
    copyFileSync(inRoot('LICENSE'), inRoot(`packages/${name}/LICENSE`))
}

const compile = (...projects) => {
  // More checkers per project check the shared types once each; projects are compiled in parallel anyway.
  const code = runNode(['node_modules/typescript-native/bin/tsc', '-b', '--checkers', '1', ...projects])
  if (code !== 0) process.exit(code)
}

// A pull may have brought a dependency. Unlike `npm ci`, this adds what is missing without removing the rest.
const notInstalled = installProblem()
if (notInstalled) {
  console.error(`Installing dependencies (${notInstalled}) …`)
  if (runNpm(['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']) !== 0)
    process.exit(1)
}

// Sources that change during the build are built again next time.
const state = fingerprint()
try {
  await buildKernels()
  // The report script bundles parts of the core.
  compile('packages/core')
  await buildPage()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
// The client types are generated from the built service.
compile('packages/server')
await generateClient()
compile()
// The pages are bundled from compiled packages.
await Promise.all([buildDesk(), bundleParquetWorker(), bundleExperiments(), bundleService()])
await bundleCommand()
copyLicence()
stampBuild(state)
