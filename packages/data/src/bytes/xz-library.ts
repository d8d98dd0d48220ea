import { createRequire } from 'node:module'

type Library = typeof import('xz-decompress')

/**
 * A new copy of the library: a copy decompresses one stream at a time and blocks all others, so two
 * interleaved streams would deadlock.
 */
export const freshLibrary = (): Library => {
  const require = createRequire(import.meta.url)
  delete require.cache[require.resolve('xz-decompress')]
  return require('xz-decompress') as Library
}
