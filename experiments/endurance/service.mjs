// The service in a process of its own, over a store, which can be killed and started again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../../packages/cli/bin/askance.mjs', import.meta.url))

export class ServiceProcess {
  #child
  #flags
  url

  constructor(store, more = []) {
    // Fifty people and their programs share one address here.
    this.#flags = [
      '--store',
      store,
      '--port',
      '0',
      '--anonymous',
      '--rate-limit',
      '0',
      '--compute-limit',
      '0',
      ...more,
    ]
  }

  async start() {
    this.#child = spawn(process.execPath, [command, 'serve', ...this.#flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const lines = createInterface({ input: this.#child.stderr })
    for await (const [line] of linesOf(lines, this.#child)) {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)
      if (!found) continue
      this.url = found[0]
      // What it logs must be read, or it would wait.
      lines.on('line', () => undefined)
      return this.url
    }
    throw new Error('The service ended before it was ready.')
  }

  /** The memory that the process uses, in bytes. */
  get memory() {
    const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8'))
    return 1024 * Number(found?.[1] ?? 0)
  }

  async #end(signal) {
    const ended = once(this.#child, 'exit')
    this.#child.kill(signal)
    await ended
  }

  signal(name) {
    this.#child.kill(name)
  }

  kill() {
    return this.#end('SIGKILL')
  }

  stop() {
    return this.#end('SIGTERM')
  }
}

/** The lines of a process until it ends. */
async function* linesOf(lines, child) {
  const ended = once(child, 'exit').then(() => undefined)
  for (;;) {
    const line = await Promise.race([once(lines, 'line'), ended])
    if (line === undefined) return
    yield line
  }
}
