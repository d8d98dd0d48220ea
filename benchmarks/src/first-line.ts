import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const MAX_CHARACTERS = 4000

/** The first line that a child prints. If it ends before, the error has the last of what it wrote to stderr. */
export const firstLine = async (child: ChildProcess): Promise<string> => {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MAX_CHARACTERS)
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  // Unlike `exit`, `close` comes after all that was printed.
  const ended = once(child, 'close').then(([code, signal]) => {
    throw new Error(`${child.spawnargs[1]} ended with ${code ?? signal} before its first line:\n${said}`)
  })
  const [line] = await Promise.race([once(lines, 'line'), ended])
  return line as string
}
