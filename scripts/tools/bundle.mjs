// Bundles programs and workers with our packages: node loads a few files instead of several hundred.
import { isBuiltin } from 'node:module'
import { build } from 'esbuild'
import { root } from './files.mjs'

/**
 * What stays outside: packages that users may install, parts of libraries that we do not use, and those that load files
 * or fresh copies of themselves.
 */
const outside =
  /^(better-sqlite3|node-sqlite3-wasm|xz-decompress|@stdlib\/.+|@opentelemetry\/(sdk-trace|exporter-trace-otlp-http)|pg-native|canvas)$/

const keepOthersOutside = {
  name: 'keep-others-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      isBuiltin(path) || outside.test(path) ? { path, external: true } : undefined,
    )
  },
}

/** CommonJS libraries call `require` for the modules of node. */
const banner =
  "import { createRequire as createRequire$ } from 'node:module';\nconst require = createRequire$(import.meta.url);"

/**
 * Writes one file to `outdir` for each of `entries`, by its name, and further files for what they share. The result lists
 * what is in them.
 */
export const bundle = (entries, outdir) =>
  build({
    entryPoints: entries,
    outdir,
    absWorkingDir: root,
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
    metafile: true,
    plugins: [keepOthersOutside],
    logLevel: 'error',
  })
