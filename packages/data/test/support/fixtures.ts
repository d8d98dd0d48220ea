import { fileURLToPath } from 'node:url'

/** The path of a file in the folder of fixtures, which lies beside the sources of the tests. */
export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../test/fixtures/${name}`, import.meta.url))
