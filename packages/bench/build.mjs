// Bundles the worker of the pool, which every experiment starts once per core.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../scripts/tools/bundle.mjs'
import { writeLicences } from '../../scripts/tools/licences.mjs'
import { buildPage } from './page/build.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const compiled = join(here, 'dist/src/jobs')

export const bundleJobWorker = async () => {
  const worker = await bundle({ 'job-worker.bundle': join(compiled, 'job-worker.js') }, compiled)
  writeLicences(here, [worker, await buildPage()])
}
