// Bundles the command with our packages: node loads a few files instead of several hundred. Each command and each worker
// stays a file of its own, loaded when it is needed.
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const compiled = (path) => join(here, '..', path)

/** Found by name next to the code that starts them, so names must differ. */
const workers = [
  'bench/dist/src/jobs/job-worker.js',
  'data/dist/src/formats/parquet/parquet-worker.js',
  'server/dist/src/engines/engine-worker.js',
  'server/dist/src/store/sqlite/sqlite-worker.js',
]

/** Libraries of many small modules. The others load files of their own or native code, and stay where they are. */
const bundled =
  /^(@askance\/(core|data|bench|server)|typebox|hyparquet|hyparquet-compressors|fzstd|pako)(\/|$)/

const keepOthersOutside = {
  name: 'keep-others-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => (bundled.test(path) ? undefined : { external: true }))
  },
}

export const bundleCommand = async () => {
  const outdir = join(here, 'dist/bundle')
  rmSync(outdir, { recursive: true, force: true })
  await build({
    entryPoints: [compiled('cli/dist/src/main.js'), ...workers.map(compiled)],
    entryNames: '[name]',
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [keepOthersOutside],
    logLevel: 'error',
  })
}
