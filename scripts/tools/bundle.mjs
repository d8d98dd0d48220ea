// Bundles programs and workers with our packages: node loads a few files instead of several hundred.
import { mkdirSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { directImports } from './direct-imports.mjs'
import { root } from './files.mjs'
import { mergeChunks } from './merge-chunks.mjs'

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
const REQUIRE =
  "import { createRequire as createRequire$ } from 'node:module';\nconst require = createRequire$(import.meta.url);\n"

const options = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Shorter files load faster. Names are kept, because they show in the report of an internal error.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  logLevel: 'error',
  // Published as a bundle; what it shares with other files is bundled once.
  alias: { '@askance/bench/drawing': join(root, 'packages/bench/dist/src/drawing.js') },
}

/**
 * Writes one file to `outdir` for each of `entries`, by its name, and further files for what they share. The result lists
 * what is in them.
 */
export const bundle = async (entries, outdir) => {
  const result = await build({
    ...options,
    entryPoints: entries,
    outdir,
    absWorkingDir: root,
    splitting: Object.keys(entries).length > 1,
    metafile: true,
    write: false,
    plugins: [directImports, keepOthersOutside],
  })
  mkdirSync(outdir, { recursive: true })
  for (const [name, text] of await mergeChunks(result, options))
    writeFileSync(join(outdir, name), /\brequire\b/.test(text) ? REQUIRE + text : text)
  return result
}
