import * as library from 'xz-decompress'

/** Stands in for `xz-library.ts` in a browser, where there is but one copy: files are read one after another. */
export const freshLibrary = (): typeof library => library
