// Bundles the pages into dist/web with content-hashed names and a compressed copy of each file, and writes the
// manifest that the service reads.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { LICENCES, writeLicences } from '../../scripts/tools/licences.mjs'

const FONT = '@fontsource-variable/inter'
const folder = dirname(fileURLToPath(import.meta.url))
const target = join(folder, 'dist/web')
const { resolve } = createRequire(import.meta.url)

/** Every view path returns the same page, which reads the route itself. */
const views = [
  ...['/', '/sign-in', '/join', '/new', '/lab'],
  ...['desk', 'dashboard', 'items', 'review', 'people'].flatMap((view) => [`/${view}`, `/${view}/:stream`]),
]

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/** Skips the build if no input of the bundle has changed. */
export async function buildDesk() {
  const made = fingerprint()
  if (readOr(join(target, 'made-from'), '') === made && existsSync(join(folder, LICENCES))) return
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })

  const { build } = await import('esbuild')
  const common = {
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    outdir: target,
    absWorkingDir: join(folder, '../..'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    metafile: true,
    logLevel: 'warning',
  }
  const workers = await build({
    ...common,
    entryPoints: {
      'lab-worker': join(folder, 'src/lab/engine/worker.ts'),
      'file-worker': join(folder, 'src/streams/file/engine/worker.ts'),
    },
  })
  const workerNames = Object.keys(workers.metafile.outputs).map((path) => basename(path))
  const workerAddress = (name) =>
    JSON.stringify(`/assets/${workerNames.find((file) => file.startsWith(name))}`)
  const pages = await build({
    ...common,
    entryPoints: { main: join(folder, 'src/web/main.tsx'), style: join(folder, 'src/web/styles/main.css') },
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { LAB_WORKER: workerAddress('lab-worker'), FILE_WORKER: workerAddress('file-worker') },
  })
  const entry = (name) =>
    basename(Object.keys(pages.metafile.outputs).find((path) => basename(path).startsWith(`${name}-`)))
  const page = readFileSync(join(folder, 'src/web/index.html'), 'utf8')
    .replace('SCRIPT', `/assets/${entry('main')}`)
    .replace('STYLE', `/assets/${entry('style')}`)
    .replace('FONT', `/assets/${entry('inter-latin-wght-normal')}`)
  writeFileSync(join(target, 'index.html'), page)
  writeFileSync(join(target, 'eyes.svg'), readFileSync(join(folder, 'src/web/eyes.svg')))
  // The licence of the font must accompany it.
  writeFileSync(join(target, 'inter-licence.txt'), readFileSync(resolve(`${FONT}/LICENSE`)))

  const files = readdirSync(target).sort()
  const list = files.map((file) => ({
    paths: file === 'index.html' ? views : [`/assets/${file}`],
    file,
    type: types[extname(file)],
    lasting: ['.js', '.css', '.woff2'].includes(extname(file)),
    wasm: workerNames.includes(file),
  }))
  for (const file of files)
    writeFileSync(join(target, `${file}.gz`), gzipSync(readFileSync(join(target, file)), { level: 9 }))
  writeFileSync(join(target, 'assets.json'), `${JSON.stringify(list, null, 2)}\n`)
  writeLicences(folder, [workers, pages])
  // Written last, so that an interrupted build is repeated.
  writeFileSync(join(target, 'made-from'), made)
}

/** Hash of all sources, this file, the bundled packages and the tools. */
const fingerprint = () => {
  const hash = createHash('sha256')
  const take = (path) => hash.update(`${path}\n`).update(readFileSync(path))
  for (const place of ['src', '../core/src', '../data/src', '../bench/src', '../server/src/client'])
    for (const file of readdirSync(join(folder, place), { recursive: true, withFileTypes: true }))
      if (file.isFile()) take(join(file.parentPath ?? file.path, file.name))
  take(fileURLToPath(import.meta.url))
  for (const name of ['esbuild', 'preact', 'uplot', FONT]) take(resolve(`${name}/package.json`))
  return hash.digest('hex')
}

const readOr = (path, otherwise) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return otherwise
  }
}
