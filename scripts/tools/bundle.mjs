// Bundles programs and workers with our packages: node loads a few files instead of several hundred.
import { isBuiltin } from 'node:module'
import { build } from 'esbuild'

/** Libraries of many small modules, with what they depend on. The others load files of their own or native code, and stay outside. */
const bundled =
  /^(@askance\/(core|data|bench|server)|typebox|hyparquet|hyparquet-compressors|fzstd|pako|fastify|@fastify\/(cors|helmet)|pg|pino|prom-client)(\/|$)/
/** Optional parts of these libraries that we do not use. */
const unused = /^pg-native$/

const keepOthersOutside = {
  name: 'keep-others-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      const isOurs = !importer.includes('/node_modules/')
      return isBuiltin(path) || unused.test(path) || (isOurs && !bundled.test(path))
        ? { path, external: true }
        : undefined
    })
  },
}

/** CommonJS libraries call `require` for the modules of node. */
const banner =
  "import { createRequire as createRequire$ } from 'node:module';\nconst require = createRequire$(import.meta.url);"

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
    banner: { js: banner },
    // Shorter files load faster. Names are kept, because they show in the report of an internal error.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    plugins: [keepOthersOutside],
    logLevel: 'error',
  })
