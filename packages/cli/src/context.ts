import type { Writable } from 'node:stream'

/** A stream that is written to, and what is known of the terminal behind it. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** All of the outside world that a command sees; tests hand in their own. */
export interface Context {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  /** What to put in order when the program is stopped from outside: lines to erase, files to remove. */
  readonly cleanups: Set<() => void>
}

const DEFAULT_COLUMNS = 80

/** Some terminals say they have no columns at all. */
export const terminalWidth = (output: Output): number => output.columns || DEFAULT_COLUMNS

export const processContext = (): Context => ({
  argv: process.argv.slice(2),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  cleanups: new Set(),
})

/** Does what is left to do, once. */
export const runCleanups = ({ cleanups }: Context): void => {
  for (const cleanup of cleanups) cleanup()
  cleanups.clear()
}
