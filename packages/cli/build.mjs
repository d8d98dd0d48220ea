// Bundles the command with everything it uses: the other packages, their libraries and the web pages. Each command and each
// worker stays a file of its own, loaded when it is needed.
import { cpSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../scripts/tools/bundle.mjs'
import { licensedIn, writeLicences } from '../../scripts/tools/licences.mjs'

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

/** Files that the code finds next to the folder of its own file. */
const copied = {
  web: 'desk/dist/web',
  'swagger-ui': 'server/dist/src/swagger-ui',
  results: 'bench/results',
}

/** Call it when the desk and the service are built. */
export const bundleCommand = async () => {
  const outdir = join(here, 'dist/bundle')
  rmSync(outdir, { recursive: true, force: true })
  const command = await bundle(entries, outdir)
  for (const [name, from] of Object.entries(copied)) {
    rmSync(join(here, 'dist', name), { recursive: true, force: true })
    cpSync(compiled(from), join(here, 'dist', name), { recursive: true })
  }
  writeLicences(
    here,
    [command],
    Object.values(copied).flatMap((path) => licensedIn(compiled(path.split('/')[0]))),
  )
}
