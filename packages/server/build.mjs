// Bundles the engines' worker, and the programs that tests start and kill, and copies the files of the API browser.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bundle } from '../../scripts/tools/bundle.mjs'
import { writeLicences } from '../../scripts/tools/licences.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const compiled = join(here, 'dist')
const engineWorker = { 'engine-worker.bundle': join(compiled, 'src/engines/engine-worker.js') }

export const bundleService = async () => {
  const forTests = join(compiled, 'test/bundle')
  rmSync(forTests, { recursive: true, force: true })
  copySwaggerUi()
  writeLicences(here, [await bundle(engineWorker, join(compiled, 'src/engines'))], ['swagger-ui-dist'])
  await bundle(
    {
      ...engineWorker,
      'sqlite-worker': join(compiled, 'src/store/sqlite/sqlite-worker.js'),
      'crash-serve': join(compiled, 'test/support/crash-serve.js'),
      'store-writer': join(compiled, 'test/support/store-writer.js'),
    },
    forTests,
  )
}

const copySwaggerUi = () => {
  const target = join(compiled, 'src/swagger-ui')
  const { resolve } = createRequire(import.meta.url)
  mkdirSync(target, { recursive: true })
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    // Their source maps are not served.
    const text = readFileSync(resolve(`swagger-ui-dist/${name}`), 'utf8').replace(
      /\n(?:\/\/|\/\*)# sourceMappingURL=\S+(?: \*\/)?\s*$/,
      '\n',
    )
    writeFileSync(join(target, `${name}.gz`), gzipSync(text, { level: 9 }))
  }
}
