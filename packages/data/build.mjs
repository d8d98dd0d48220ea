// Bundles the worker that decodes Parquet, which every open file starts once.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../scripts/tools/bundle.mjs'

const compiled = join(dirname(fileURLToPath(import.meta.url)), 'dist/src/formats/parquet')

export const bundleParquetWorker = () =>
  bundle({ 'parquet-worker.bundle': join(compiled, 'parquet-worker.js') }, compiled)
