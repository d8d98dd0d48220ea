import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder, root } from './files.mjs'

const MIN_NODE = 20
const BUILD_STAMP = 'node_modules/.askance-build'

/** Why this Node version is unsupported; undefined if it is supported. */
export const nodeProblem = (version) =>
  Number.parseInt(version, 10) < MIN_NODE
    ? `Askance needs Node ${MIN_NODE} or newer; this is Node ${version}. Install a newer one and try again.`
    : undefined

/** Why the dependencies must be installed; undefined if node_modules matches the lock file. */
export const installProblem = (top = root) => {
  // npm writes this file at the end, so an incomplete installation is detected too.
  const record = join(top, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return 'nothing is installed yet'
  const wanted = packagesOf(join(top, 'package-lock.json'))
  const installed = packagesOf(record)
  const upToDate = Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (!path.startsWith('node_modules/')) return true
    const found = installed[path]
    if (!found) return optional === true
    return found.version === version && found.integrity === integrity && existsSync(join(top, path))
  })
  return upToDate ? undefined : 'package-lock.json has changed'
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** Why a build is needed; undefined if the last build is up to date. */
export const buildProblem = (top = root) => {
  const stamp = join(top, BUILD_STAMP)
  const inputs = buildInputs(top)
  const folders = new Set(inputs.filter((path) => path.endsWith('.ts')).map(folderOf))
  if (!existsSync(stamp) || [...folders].some((folder) => !existsSync(join(top, folder, 'dist'))))
    return 'nothing is built yet'
  return readFileSync(stamp, 'utf8') === fingerprint(top, inputs) ? undefined : 'the sources have changed'
}

/** A fingerprint of the sources from names, sizes and times; no file is read. */
export const fingerprint = (top = root, inputs = buildInputs(top)) => {
  const hash = createHash('sha256')
  for (const path of inputs) {
    const { size, mtimeMs } = statSync(join(top, path))
    hash.update(`${path}\n${size}\n${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

export const stampBuild = (state, top = root) => writeFileSync(join(top, BUILD_STAMP), state)

const buildInputs = (top) => [
  ...['packages', 'benchmarks'].flatMap((folder) => filesUnder(folder, top)).filter(isInput),
  ...OTHER_INPUTS.filter((path) => existsSync(join(top, path))),
]

const OTHER_INPUTS = [
  'tsconfig.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/tools/bundle.mjs',
  'scripts/tools/licences.mjs',
]

const isInput = (path) =>
  (/\.(tsx?|mjs|css)$/.test(path) && !path.endsWith('.generated.ts')) ||
  /\/src\/.+\.(html|json|svg)$/.test(path) ||
  /(^|\/)(tsconfig|package)\.json$/.test(path)

/** packages/core/src/errors.ts is in packages/core, benchmarks/src/main.ts in benchmarks. */
const folderOf = (path) => path.split('/', path.startsWith('packages/') ? 2 : 1).join('/')
