// Bundles programs and workers with our packages: node loads a few files instead of several hundred.
import { build } from 'esbuild'

/** Libraries of many small modules. The others load files of their own or native code, and stay where they are. */
const bundled =
  /^(@askance\/(core|data|bench|server)|typebox|hyparquet|hyparquet-compressors|fzstd|pako)(\/|$)/

const keepOthersOutside = {
  name: 'keep-others-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => (bundled.test(path) ? undefined : { external: true }))
  },
}

/** Writes one file to `outdir` for each of `entries`, by its name, and further files for what they share. */
export const bundle = (entries, outdir) =>
  build({
    entryPoints: entries,
    outdir,
    bundle: true,
    splitting: Object.keys(entries).length > 1,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [keepOthersOutside],
    logLevel: 'error',
  })
