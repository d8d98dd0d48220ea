// Bundles the worker that decodes Parquet, which every open file starts once.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../scripts/tools/bundle.mjs'
import { writeLicences } from '../../scripts/tools/licences.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const compiled = join(here, 'dist/src/formats/parquet')

export const bundleParquetWorker = async () =>
  writeLicences(here, [
    await bundle({ 'parquet-worker.bundle': join(compiled, 'parquet-worker.js') }, compiled),
  ])
