import type { Progress } from './bytes.js'
import { readError } from './file.js'

export const STDIN_NAME = 'stdin'

export async function* stdinChunks(progress?: Progress): AsyncGenerator<Uint8Array> {
  let done = 0
  try {
    for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
      done += chunk.length
      progress?.(done, undefined)
      yield chunk
    }
  } catch (cause) {
    throw readError(cause, STDIN_NAME)
  }
}
