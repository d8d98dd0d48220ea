import { readFileSync } from 'node:fs'
import type { Asset } from '@askance/server'

/** The manifest that the build writes next to the files. */
interface Listed {
  readonly paths: readonly string[]
  readonly file: string
  readonly type: string
  readonly lasting: boolean
  readonly wasm: boolean
}

export interface DeskOptions {
  /** Whether the service is `askance demo`: its desk is the first page, with the controls of the demo. */
  readonly demo?: boolean
}

const folder = new URL('../web/', import.meta.url)

/**
 * Returns the built pages for `startServer`.
 *
 * @example
 * const start = deskAssets().find(({ path }) => path === '/')
 * start.type // => 'text/html; charset=utf-8'
 */
export const deskAssets = ({ demo = false }: DeskOptions = {}): readonly Asset[] => {
  const list = JSON.parse(readFileSync(new URL('assets.json', folder), 'utf8')) as readonly Listed[]
  return list.flatMap(({ paths, file, type, lasting, wasm }) => {
    const body = readFileSync(new URL(file, folder))
    if (demo && file === PAGE) return paths.map((path) => ({ path, type, body: marked(body), lasting, wasm }))
    const packed = readFileSync(new URL(`${file}.gz`, folder))
    return paths.map((path) => ({ path, type, body, packed, lasting, wasm }))
  })
}

const PAGE = 'index.html'
const marked = (page: Buffer): Buffer =>
  Buffer.from(page.toString('utf8').replace('<html ', '<html data-demo '))
