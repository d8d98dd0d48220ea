import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { main, type Output } from '../../src/index.js'

/** A stream that collects its output. */
export class Collected extends Writable {
  text = ''
  readonly isTTY: boolean
  readonly columns: number | undefined

  constructor(terminal?: { columns: number }) {
    super({ decodeStrings: false })
    this.isTTY = terminal !== undefined
    this.columns = terminal?.columns
  }

  override _write(chunk: string | Uint8Array, _: string, done: () => void): void {
    this.text += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
    done()
  }
}

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface RunEnvironment {
  /** Makes both streams a terminal with this width. */
  readonly terminal?: { columns: number }
  readonly env?: Record<string, string>
}

/** Runs a command line in this process, as a user would write it. */
export const askance = async (
  argv: readonly string[],
  { terminal, env = {} }: RunEnvironment = {},
): Promise<Ran> => {
  const stdout = new Collected(terminal)
  const stderr = new Collected(terminal)
  const code = await main({
    argv,
    env,
    stdout: stdout as Output,
    stderr: stderr as Output,
    cleanups: new Set(),
  })
  return { code, out: stdout.text, err: stderr.text }
}

/** Runs a command that must succeed; returns its output. */
export const printed = async (...argv: readonly string[]): Promise<string> => {
  const { code, out, err } = await askance(argv)
  if (code !== 0) throw new Error(`exit code ${code}: ${err}`)
  return out
}

export const printedJson = async (...argv: readonly string[]) => JSON.parse(await printed(...argv, '--json'))

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const golden = (file = ''): string => here(`../../../test/fixtures/golden/${file}`)

export const program = here('../../../bin/askance.mjs')

/** A temporary folder; returns paths in it. */
export const folder = (t: TestContext): ((name: string) => string) => {
  const path = mkdtempSync(join(tmpdir(), 'askance-cli-'))
  t.after(() => rmSync(path, { recursive: true }))
  return (name) => join(path, name)
}
