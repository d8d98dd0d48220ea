import { fileURLToPath } from 'node:url'

/** The path of a file in the fixtures folder next to the tests. */
export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../test/fixtures/${name}`, import.meta.url))
