import { createRequire } from 'node:module'

type Library = typeof import('xz-decompress')

/**
 * The library, loaded anew: a copy unpacks one stream at a time and lets all others wait for its end, so that two
 * streams which are read by turns would wait for ever.
 */
export const freshLibrary = (): Library => {
  const require = createRequire(import.meta.url)
  delete require.cache[require.resolve('xz-decompress')]
  return require('xz-decompress') as Library
}
