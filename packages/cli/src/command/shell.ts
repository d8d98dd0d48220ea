/**
 * A word as a POSIX shell reads it back: quoted only where it must be.
 *
 * @example
 * shellQuoted('data.libsvm') // => 'data.libsvm'
 * shellQuoted('CSPAA(a)') // => "'CSPAA(a)'"
 */
export const shellQuoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** A command line from its words. */
export const commandLine = (words: readonly string[]): string => words.map(shellQuoted).join(' ')
