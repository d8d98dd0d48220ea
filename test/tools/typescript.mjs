import { createRequire } from 'node:module'

/** The compiler. An import would search its nine megabytes for the names it exports, which takes a second. */
export const ts = createRequire(import.meta.url)('typescript')
