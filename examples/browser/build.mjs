// Builds a single HTML file: node examples/browser/build.mjs [folder], then open index.html there.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const folder = process.argv[2] ?? here('dist')

const { outputFiles } = await build({
  entryPoints: [here('main.js')],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  write: false,
})
const script = outputFiles[0].text.replaceAll('</script', '<\\/script')
const page = readFileSync(here('index.html'), 'utf8')
const made = page.replace(
  /<script type="module" src="main.js"><\/script>/,
  () => `<script>${script}</script>`,
)
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'index.html'), made)
console.log(`${join(folder, 'index.html')}: ${Math.ceil(made.length / 1024)} KiB, without external requests.`)
