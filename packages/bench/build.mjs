// Bundles the worker of the pool, which every experiment starts once per core.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../scripts/tools/bundle.mjs'

const compiled = join(dirname(fileURLToPath(import.meta.url)), 'dist/src/jobs')

export const bundleJobWorker = () =>
  bundle({ 'job-worker.bundle': join(compiled, 'job-worker.js') }, compiled)
