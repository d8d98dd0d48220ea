import type { Writable } from 'node:stream'

/** An output stream, with the properties of its terminal if it has one. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** Everything a command sees of its process; tests pass their own. */
export interface Context {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  /** Run on exit and on signals: erase status lines, remove temporary files. */
  readonly cleanups: Set<() => void>
}

const DEFAULT_COLUMNS = 80

/** Some terminals report 0 columns. */
export const terminalWidth = (output: Output): number => output.columns || DEFAULT_COLUMNS

export const processContext = (): Context => ({
  argv: process.argv.slice(2),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  cleanups: new Set(),
})

/** Runs the pending cleanups once. */
export const runCleanups = ({ cleanups }: Context): void => {
  for (const cleanup of cleanups) cleanup()
  cleanups.clear()
}
