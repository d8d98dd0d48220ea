// Bundles the command. Each command and each worker stays a file of its own, loaded when it is needed.
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../scripts/tools/bundle.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const compiled = (path) => join(here, '..', path)

/** Workers are found by name next to the code that starts them, so names must differ. */
const entries = {
  main: compiled('cli/dist/src/main.js'),
  'job-worker.bundle': compiled('bench/dist/src/jobs/job-worker.js'),
  'parquet-worker.bundle': compiled('data/dist/src/formats/parquet/parquet-worker.js'),
  'engine-worker.bundle': compiled('server/dist/src/engines/engine-worker.js'),
  'backup-worker': compiled('server/dist/src/run/backup-worker.js'),
  'sqlite-worker': compiled('server/dist/src/store/sqlite/sqlite-worker.js'),
}

export const bundleCommand = async () => {
  const outdir = join(here, 'dist/bundle')
  rmSync(outdir, { recursive: true, force: true })
  await bundle(entries, outdir)
}
