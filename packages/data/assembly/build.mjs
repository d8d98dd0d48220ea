// Compiles the kernels of this package and writes them as TypeScript modules that contain the bytes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const root = join(folder, '..')

const kernels = [{ source: 'libsvm.ts', module: 'src/libsvm/kernel.generated.ts', name: 'libsvmKernelBytes' }]
const options = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory']

/** Compiles the sources that changed since the last build. */
export async function buildKernels() {
  const state = fingerprint()
  for (const { source, module, name } of kernels) {
    const heading = `// Generated from assembly/${source}; made from what has the SHA-256 ${state}.\n`
    const path = join(root, module)
    const before = await readFile(path, 'utf8').catch(() => '')
    if (before.startsWith(heading)) continue
    await writeFile(path, `${heading}export const ${name} =\n  '${await compiled(source)}'\n`)
  }
}

/** A hash of the sources, this file and the compiler version. */
const fingerprint = () => {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)))
  hash.update(readFileSync(createRequire(import.meta.url).resolve('assemblyscript/package.json')))
  return hash.digest('hex')
}

const compiled = async (source) => {
  // Loaded on demand, because loading takes longer than compiling.
  const { default: asc } = await import('assemblyscript/asc')
  let binary
  const { error, stderr } = await asc.main(
    [join('assembly', source), '--baseDir', root, '--outFile', 'kernel.wasm', ...options],
    {
      writeFile(_, contents) {
        binary = contents
      },
    },
  )
  if (error) throw new Error(`assembly/${source} does not compile.\n${stderr}`)
  return Buffer.from(binary).toString('base64')
}
