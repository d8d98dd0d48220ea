// Bundles the script and the style of reports into a TypeScript module, for a report is one file that holds both.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const drawing = join(folder, '../src/report/page')
const target = join(folder, '../src/report/page.generated.ts')
const options = { minify: true, target: 'es2022', legalComments: 'none', charset: 'utf8' }

/** Does nothing while all that the bundle is made from is unchanged. */
export async function buildPage() {
  const heading = `// Generated from packages/bench/page; made from what has the SHA-256 ${fingerprint()}.\n`
  if (readOr(target, '').startsWith(heading)) return

  // Loaded only when needed.
  const { build, transform } = await import('esbuild')
  const entry = join(folder, 'main.ts')
  const { outputFiles } = await build({
    ...options,
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    write: false,
  })
  const style = readFileSync(join(folder, 'style.css'), 'utf8')
  const { code } = await transform(style, { ...options, loader: 'css' })
  const constant = (name, text) => `export const ${name} =\n  ${JSON.stringify(text.trim())}\n`
  writeFileSync(target, heading + constant('pageScript', outputFiles[0].text) + constant('pageStyle', code))
}

/** Changes with every source, this file among them, and with the tools. */
const fingerprint = () => {
  const hash = createHash('sha256')
  for (const place of [folder, drawing])
    for (const name of readdirSync(place).sort())
      hash.update(`${name}\n`).update(readFileSync(join(place, name)))
  const { resolve } = createRequire(import.meta.url)
  hash.update(readFileSync(resolve('esbuild/package.json')))
  // The library does not export its package.json, but its entrance lies beside it.
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
