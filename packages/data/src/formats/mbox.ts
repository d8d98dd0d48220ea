import { concat } from '../bytes/bytes.js'
import { dataError } from '../errors.js'
import type { ItemSource } from '../item.js'
import { latin } from '../libsvm/text.js'
import { mailItem } from '../mail/mail-item.js'
import { batchesOf } from './format.js'
import type { Input } from './input.js'
import { MAIL_START } from './list.js'
import { type ItemOptions, recordErrorHandler } from './options.js'
import { lineBlocks, maxRecordBytesOf, splitLines } from './text.js'

const FROM = [0x46, 0x72, 0x6f, 0x6d, 0x20]

/** Opens a mailbox: mails one after the other. */
export const openMbox = async (input: Input, options: ItemOptions): Promise<ItemSource> => {
  const onRecordError = recordErrorHandler(options)
  return {
    format: 'mbox',
    name: input.name,
    columns: [],
    understanding: {
      format: 'mbox',
      columns: [],
      notes: ['text        sender, subject and body of each mail'],
    },
    batches: () =>
      batchesOf(mails(input, options), ({ bytes, line, isTooLong }, items) => {
        try {
          const most = maxRecordBytesOf(options)
          if (isTooLong)
            throw dataError('text/record-length', { most }, { source: input.name, line, column: 1 })
          items.push(mailItem(bytes, line))
        } catch (cause) {
          onRecordError(cause)
        }
      }),
  }
}

interface RawMail {
  readonly bytes: Uint8Array
  readonly line: number
  readonly isTooLong: boolean
}

/** The bytes of each mail, without the line before it. A line `>From` inside of one was quoted by the mailbox. */
async function* mails(input: Input, options: ItemOptions): AsyncGenerator<RawMail, void, undefined> {
  const maxRecordBytes = maxRecordBytesOf(options)
  const onRecordError = recordErrorHandler(options)
  let parts: Uint8Array[] = []
  let [length, line, number, isBlank, isOpen] = [0, 1, 0, true, false]
  const mail = (): RawMail => ({ bytes: concat(parts), line, isTooLong: length > maxRecordBytes })
  for await (const block of lineBlocks(input.read(), { source: input.name, maxRecordBytes, onRecordError })) {
    for (const piece of splitLines(block.bytes)) {
      number++
      if (isBlank && isStart(piece)) {
        if (isOpen) yield mail()
        ;[parts, length, line, isOpen] = [[], 0, number + 1, true]
        continue
      }
      isBlank = piece.length <= 2 && (piece[0] === 0x0a || piece[0] === 0x0d)
      length += piece.length
      // Copied, because the buffer of the block is reused.
      if (length <= maxRecordBytes)
        parts.push((piece[0] === 0x3e && isFrom(piece.subarray(1)) ? piece.subarray(1) : piece).slice())
    }
  }
  if (isOpen) yield mail()
}

const isFrom = (line: Uint8Array): boolean => FROM.every((byte, k) => line[k] === byte)

const isStart = (line: Uint8Array): boolean =>
  isFrom(line) && MAIL_START.test(latin(line, 0, Math.min(line.length, 400)).trimEnd())
