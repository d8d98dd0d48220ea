// Builds everything: first the generated sources (WebAssembly kernels, report script, client types), then all packages.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleJobWorker } from '../packages/bench/build.mjs'
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

/**
 * Compiles an AssemblyScript source into a TypeScript file that holds the module as base64. Its first line tells
 * what it was made from; while that is unchanged nothing is done.
 */
const compileKernel = async (source, target) => {
  const text = readFileSync(inRoot(source), 'utf8')
  const ingredients = [text, versionOf('assemblyscript'), ...compilerOptions].join('\n')
  const firstLine = `// Generated from ${source}; sha256 of what it was made from: ${hashOf(ingredients)}\n`
  if (existsSync(inRoot(target)) && readFileSync(inRoot(target), 'utf8').startsWith(firstLine)) return

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
  const base64 = Buffer.from(module).toString('base64')
  writeFileSync(inRoot(target), `${firstLine}export const KERNEL =\n  '${base64}'\n`)
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex')

const buildKernels = async () => {
  await compileKernel('packages/core/assembly/matrix.ts', 'packages/core/src/matrix/kernel.generated.ts')
  await compileKernel('packages/core/assembly/kernel.ts', 'packages/core/src/auto/kernel/kernel.generated.ts')
  await compileKernel('packages/core/assembly/linear.ts', 'packages/core/src/auto/linear/kernel.generated.ts')
  await compileKernel('packages/core/assembly/topics.ts', 'packages/core/src/auto/topics/kernel.generated.ts')
  await compileKernel('packages/core/assembly/stack.ts', 'packages/core/src/auto/stack/kernel.generated.ts')
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
await Promise.all([buildDesk(), bundleParquetWorker(), bundleJobWorker(), bundleService()])
await bundleCommand()
copyLicence()
stampBuild(state)
