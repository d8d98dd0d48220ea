import { Writable } from 'node:stream'
import type { Written } from '@askance/data'
import type { Context } from '../context.js'
import { count, counted } from '../terminal/numbers.js'

/** The standard output as something that may be ended, which it must not be. */
export const outputOf = ({ stdout }: Context): Writable =>
  new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _, done) {
      stdout.write(chunk, () => done())
    },
  })

/** What was written, and what got lost. */
export const writtenInWords = ({ items, lost, names }: Written, out: string, format: string): string =>
  [
    `wrote ${counted(items, 'item')}${out === '-' ? '' : ` to ${out}`} as ${format}`,
    ...(names && out !== '-' ? [`the names of ${counted(names.length, 'feature')} are in ${out}.names`] : []),
    ...Object.entries(lost).map(
      ([what, times]) => `${format} has no place for: ${what}, in ${count(times)} of them`,
    ),
    '',
  ].join('\n')
