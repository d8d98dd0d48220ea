// Bundles the engines' worker, and the service that tests start and kill.
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../scripts/tools/bundle.mjs'

const compiled = join(dirname(fileURLToPath(import.meta.url)), 'dist')
const engineWorker = { 'engine-worker.bundle': join(compiled, 'src/engines/engine-worker.js') }

export const bundleService = async () => {
  const forTests = join(compiled, 'test/bundle')
  rmSync(forTests, { recursive: true, force: true })
  await bundle(engineWorker, join(compiled, 'src/engines'))
  await bundle(
    {
      ...engineWorker,
      'sqlite-worker': join(compiled, 'src/store/sqlite/sqlite-worker.js'),
      'crash-serve': join(compiled, 'test/support/crash-serve.js'),
    },
    forTests,
  )
}
