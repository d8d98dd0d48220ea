import { createRequire } from 'node:module'

/**
 * The file of a package of Askance, found by name, because the command has this code in a bundle elsewhere; undefined in the
 * published command, which is installed without the other packages.
 */
export const packageEntry = (name: string): string | undefined => {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return undefined
  }
}
