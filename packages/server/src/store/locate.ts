import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverError } from '../errors.js'

export type Location =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** What an address stands for. */
export const locate = (url: string): Location => {
  if (/^postgres(ql)?:\/\//i.test(url)) {
    if (!URL.canParse(url)) throw serverError('store/url', { url: shown(url) })
    return { kind: 'postgres', url }
  }
  if (/^file:/i.test(url)) return { kind: 'sqlite', path: filePath(url) }
  if (url === '' || url === ':memory:' || /^[a-z][a-z0-9+.-]+:\/\//i.test(url) || url.includes('\0'))
    throw serverError('store/url', { url: shown(url) })
  return { kind: 'sqlite', path: resolve(url) }
}

const filePath = (url: string): string => {
  const relative = /^file:(?!\/)(.+)$/i.exec(url)?.[1]
  if (relative) return resolve(relative)
  try {
    return fileURLToPath(url)
  } catch {
    throw serverError('store/url', { url })
  }
}

/** An address as it may be shown: without a password. */
export const shown = (url: string): string => url.replace(/(\/\/[^:/@]*):[^@]*@/, '$1:…@')
