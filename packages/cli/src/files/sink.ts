import { open, rm, stat } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { counted } from '@askance/core/internals'
import { dataError, isReplaceable, type Written } from '@askance/data'
import type { Context, Output } from '../context.js'

/** Lines are buffered up to this many characters. */
const FLUSH_LENGTH = 1 << 16

/** A buffered line writer. */
export interface Sink {
  /** Buffers a line. */
  add(line: string): void
  /** Writes the buffer if it is large enough, and waits for the write. */
  flush(): Promise<void>
  /** Writes the rest of the buffer and closes the target. */
  close(): Promise<void>
}

interface Target {
  write(text: string): Promise<void>
  close(): Promise<void>
}

/** Opens a file, or the standard output for `-`. */
export const openSink = async (path: string, { stdout }: Context): Promise<Sink> =>
  sinkTo(path === '-' ? outputTarget(stdout) : await fileTarget(path))

const sinkTo = (target: Target): Sink => {
  let lines: string[] = []
  let length = 0
  const write = async (): Promise<void> => {
    const text = lines.join('')
    lines = []
    length = 0
    if (text !== '') await target.write(text)
  }
  return {
    add(line) {
      lines.push(line, '\n')
      length += line.length + 1
    },
    async flush() {
      if (length >= FLUSH_LENGTH) await write()
    },
    async close() {
      await write()
      await target.close()
    },
  }
}

/** Resolves when the text is written, so that a slow reader applies back-pressure. */
const outputTarget = (output: Output): Target => ({
  write: (text) =>
    new Promise((resolve) => {
      output.write(text, () => resolve())
    }),
  close: async () => {},
})

const fileTarget = async (path: string): Promise<Target> => {
  const handle = await open(path, 'w').catch(writeFailed(path))
  return {
    write: (text) => handle.writeFile(text).catch(writeFailed(path)),
    close: () => handle.close().catch(writeFailed(path)),
  }
}

/** Converts a system error to `bytes/write`. */
export const writeFailed =
  (source: string) =>
  (cause: unknown): never => {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw dataError('bytes/write', { reason: cause.message }, { source })
  }

/** Fails now if a file could not be written later, at the end of long work. */
export const checkWritable = async (path: string): Promise<void> => {
  if (!(await isReplaceable(path))) {
    if ((await stat(path)).isDirectory())
      throw dataError('bytes/write', { reason: 'it is a folder' }, { source: path })
    return
  }
  const draft = `${path}.${process.pid}.part`
  const file = await open(draft, 'w').catch(writeFailed(path))
  await file.close()
  await rm(draft)
}

/** Wraps the standard output so that ending the stream does not close it. */
export const outputStream = ({ stdout }: Context): Writable =>
  new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _, done) {
      stdout.write(chunk, () => done())
    },
  })

/** What was written, and what the format could not represent. */
export const writtenText = ({ items, lost, names }: Written, out: string, format: string): string =>
  [
    `wrote ${counted(items, 'item')}${out === '-' ? '' : ` to ${out}`} as ${format}`,
    ...(names && out !== '-'
      ? [`wrote the names of ${counted(names.length, 'feature')} to ${out}.names`]
      : []),
    ...Object.entries(lost).map(
      ([what, times]) => `${format} cannot represent ${what}; left out of ${counted(times, 'item')}`,
    ),
    '',
  ].join('\n')
