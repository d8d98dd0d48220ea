import { createReadStream, existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { dataError } from '../errors.js'
import { replaceFile } from '../writers/replace.js'
import type { DataSet } from './dataset.js'
import { type Downloaded, type DownloadOptions, download, fileFacts, fileMismatch } from './download.js'
import { findDataSet } from './find.js'
import { webAddress } from './request.js'

/**
 * Downloads a data set by name or URL into a folder, unless it exists there. Several files of one set
 * are concatenated; the checksum, if given, is that of the result.
 *
 * @example
 * await fetchDataSet('usenet1', 'data').catch((error) => error.code) // => 'dataset/no-address'
 * await fetchDataSet('file:///etc/passwd', 'data').catch((error) => error.code) // => 'fetch/address'
 */
export const fetchDataSet = async (
  what: string | DataSet,
  folder: string,
  options: DownloadOptions = {},
): Promise<Downloaded> => {
  const { urls, name } =
    typeof what === 'string' && /^\w+:\/\//.test(what) ? fromAddress(what) : fromSet(what)
  const path = join(folder, name)
  if (existsSync(path)) return { path, ...(await fileFacts(path)) }
  await mkdir(folder, { recursive: true })
  const [url, ...others] = urls as [string, ...string[]]
  return others.length === 0 ? await download(url, path, options) : await joined(urls, path, options)
}

const fromAddress = (address: string): { urls: readonly string[]; name: string } => {
  const name = basename(decodeURIComponent(webAddress(address).pathname))
  if (!/^[^\0/\\]*[^\0/\\.][^\0/\\]*$/.test(name)) throw dataError('fetch/address', { url: address })
  return { urls: [address], name }
}

const fromSet = (what: string | DataSet): { urls: readonly string[]; name: string } => {
  const { name, urls, notes } = typeof what === 'string' ? findDataSet(what) : what
  const [first] = urls ?? []
  if (!urls || first === undefined) throw dataError('dataset/no-address', { name, note: notes })
  return { urls, name: `${name}.libsvm${/\.(bz2|gz|xz|zst)$/.exec(first)?.[0] ?? ''}` }
}

/** Concatenates all files: compressed ones as members of one file, plain ones each with a final newline. */
const joined = async (
  urls: readonly string[],
  path: string,
  options: DownloadOptions,
): Promise<Downloaded> => {
  const { progress, bytes, sha256, ...others } = options
  const parts: string[] = []
  let before = 0
  for (const [k, url] of urls.entries()) {
    const part = `${path}.${k + 1}`
    parts.push(part)
    const found = existsSync(part)
      ? await fileFacts(part)
      : await download(url, part, { ...others, progress: (done) => progress?.(before + done, undefined) })
    before += found.bytes
  }
  const isPlain = path.endsWith('.libsvm')
  await replaceFile(path, joinedChunks(parts, isPlain))
  for (const part of parts) await rm(part)
  const found = await fileFacts(path)
  const mismatch = fileMismatch(urls.join(' and '), found, {
    ...(bytes === undefined ? {} : { bytes }),
    ...(sha256 === undefined ? {} : { sha256 }),
  })
  if (!mismatch) return { path, ...found }
  await rm(path)
  throw mismatch
}

async function* joinedChunks(paths: readonly string[], isPlain: boolean): AsyncGenerator<Uint8Array> {
  for (const path of paths) {
    let last: number | undefined
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      last = chunk.at(-1)
      yield chunk
    }
    if (isPlain && last !== 0x0a) yield Buffer.from('\n')
  }
}
