import { type ChildProcess, spawn } from 'node:child_process'
import type { TestContext } from 'node:test'
import { program } from './askance.js'

interface Served {
  readonly child: ChildProcess
  readonly url: string
  readonly out: () => string
  readonly err: () => string
  /** Waits for a text in the log. */
  log(wanted: RegExp): Promise<void>
  /** Its exit code. */
  readonly ended: Promise<number | null>
}

/** Long enough for a busy machine. */
const PATIENCE = 300_000

/** Starts the program and collects its output; it is stopped after the test. */
export const launched = (t: TestContext, argv: readonly string[]) => {
  const child = spawn(process.execPath, [program, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  const texts = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.err += text
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, texts, ended }
}

/** Starts the service as a process on a free port, and waits until it is ready. */
export const served = async (t: TestContext, argv: readonly string[]): Promise<Served> => {
  const { child, texts, ended } = launched(t, ['serve', '--port', '0', ...argv])
  const found = async (text: () => string, wanted: RegExp): Promise<string> => {
    const deadline = Date.now() + PATIENCE
    for (;;) {
      const match = wanted.exec(text())
      if (match) return match[0]
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`waited in vain: ${texts.out}${texts.err}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const url = await found(() => texts.out, /(?<=listens on )http:\S+/)
  return {
    child,
    url,
    ended,
    out: () => texts.out,
    err: () => texts.err,
    log: async (wanted) => void (await found(() => texts.err, wanted)),
  }
}
