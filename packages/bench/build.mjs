// Bundles the worker of the pool, which every experiment starts once per core, and the drawing with its libraries, which would bring
// dozens of packages.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../scripts/tools/bundle.mjs'
import { writeLicences } from '../../scripts/tools/licences.mjs'
import { buildPage } from './page/build.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const compiled = join(here, 'dist/src')
const jobs = join(compiled, 'jobs')

export const bundleExperiments = async () => {
  const worker = await bundle({ 'job-worker.bundle': join(jobs, 'job-worker.js') }, jobs)
  const drawing = await bundle({ 'drawing.bundle': join(compiled, 'drawing.js') }, compiled)
  writeLicences(here, [worker, drawing, await buildPage()])
}
