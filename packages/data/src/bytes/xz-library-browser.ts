import * as library from 'xz-decompress'

/** Replaces `xz-library.ts` in browsers, where there is a single copy and files are read one after another. */
export const freshLibrary = (): typeof library => library
