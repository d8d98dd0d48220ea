// Bundles the script and the style of reports into a TypeScript module, because a report is a single file.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const drawing = join(folder, '../src/report/page')
const target = join(folder, '../src/report/page.generated.ts')
/** What is in the script, for the licences. */
const contents = join(folder, '../dist/page-contents.json')
const options = { minify: true, target: 'es2022', legalComments: 'none', charset: 'utf8' }

/** Skips the build while its inputs are unchanged. Returns what is in the script, as esbuild does. */
export async function buildPage() {
  const heading = `// Generated from packages/bench/page; made from what has the SHA-256 ${fingerprint()}.\n`
  if (readOr(target, '').startsWith(heading) && existsSync(contents))
    return { metafile: JSON.parse(readFileSync(contents, 'utf8')) }

  // Loaded on demand.
  const { build, transform } = await import('esbuild')
  const entry = join(folder, 'main.ts')
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: [entry],
    bundle: true,
    metafile: true,
    absWorkingDir: join(folder, '../../..'),
    format: 'iife',
    write: false,
  })
  const style = readFileSync(join(folder, 'style.css'), 'utf8')
  const { code } = await transform(style, { ...options, loader: 'css' })
  const constant = (name, text) => `export const ${name} =\n  ${JSON.stringify(text.trim())}\n`
  writeFileSync(target, heading + constant('pageScript', outputFiles[0].text) + constant('pageStyle', code))
  mkdirSync(dirname(contents), { recursive: true })
  writeFileSync(contents, JSON.stringify(metafile))
  return { metafile }
}

/** A hash of the sources, this file and the tool versions. */
const fingerprint = () => {
  const hash = createHash('sha256')
  for (const place of [folder, drawing])
    for (const name of readdirSync(place).sort())
      hash.update(`${name}\n`).update(readFileSync(join(place, name)))
  const { resolve } = createRequire(import.meta.url)
  hash.update(readFileSync(resolve('esbuild/package.json')))
  // The library does not export its package.json, so it is found next to the entry point.
  hash.update(readFileSync(join(dirname(resolve('@observablehq/plot')), '../package.json')))
  return hash.digest('hex')
}

const readOr = (path, otherwise) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return otherwise
  }
}
