import { open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { count, counted } from '@askance/core/internals'
import { dataError, type Written } from '@askance/data'
import type { Context, Output } from '../context.js'

/** Lines are collected to this many characters before they are written. */
const FLUSH_LENGTH = 1 << 16

/** Somewhere to write lines to. */
export interface Sink {
  /** Takes a line; nothing is written before `flush`. */
  add(line: string): void
  /** Writes what was collected, once that is enough, and waits until it is gone. */
  flush(): Promise<void>
  /** Writes all that is left. */
  close(): Promise<void>
}

interface Target {
  write(text: string): Promise<void>
  close(): Promise<void>
}

/** A file to write lines to, or with `-` the standard output. */
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

/** Settles when the reader has taken the text, so that a slow one is not flooded. */
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

/** The error of the system as one of ours. */
export const writeFailed =
  (source: string) =>
  (cause: unknown): never => {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw dataError('bytes/write', { reason: cause.message }, { source })
  }

/** The standard output as something that may be ended, which it must not be. */
export const outputStream = ({ stdout }: Context): Writable =>
  new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _, done) {
      stdout.write(chunk, () => done())
    },
  })

/** What was written, and what got lost. */
export const writtenText = ({ items, lost, names }: Written, out: string, format: string): string =>
  [
    `wrote ${counted(items, 'item')}${out === '-' ? '' : ` to ${out}`} as ${format}`,
    ...(names && out !== '-' ? [`the names of ${counted(names.length, 'feature')} are in ${out}.names`] : []),
    ...Object.entries(lost).map(
      ([what, times]) => `${format} has no place for: ${what}, in ${count(times)} of them`,
    ),
    '',
  ].join('\n')
