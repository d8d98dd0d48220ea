import { AskanceError, Row } from '@askance/core'
import type { Item } from '../item.js'
import { LabelNames } from '../labels.js'
import type { LibsvmBatch } from '../libsvm/batch.js'
import { readLibsvm } from '../libsvm/read.js'
import { NEWLINE } from '../options.js'
import type { Format } from './format.js'
import type { Input } from './input.js'
import { type ItemOptions, recordErrorHandler } from './options.js'
import { type LineBlock, lineBlocks, maxRecordBytesOf } from './text.js'

const LINE = /^[^\s:]+(?:\s+(?:qid:\d+|\d+:[-+.\deE]+))*\s*(?:#.*)?$/
/** A feature in a line. */
export const FEATURE = /\s\d+:[-+.\d]/

/** LIBSVM and SVMlight: "label index:value …". */
export const libsvm: Format = {
  name: 'libsvm',
  extensions: ['libsvm', 'svm', 'svmlight', 'binary', 'scale'],
  summary: 'a label and `index:value` pairs; the fastest format',
  looksLike: ({ lines }) => {
    const rows = lines.filter((line) => !line.startsWith('#'))
    return rows.some((line) => FEATURE.test(line)) && rows.every((line) => LINE.test(line))
  },
  async open(input, options) {
    recordErrorHandler(options)
    maxRecordBytesOf(options)
    const batches = () => (options.onError === 'skip' ? skippingItems(input, options) : items(input, options))
    return { format: 'libsvm', name: input.name, columns: [], batches, bytes: () => input.read() }
  },
}

async function* items(input: Input, options: ItemOptions): AsyncGenerator<readonly Item[], void, undefined> {
  const { base = 'auto', multiLabel = false } = options
  const settings = { source: input.name, base, multiLabel, maxLineBytes: maxRecordBytesOf(options) }
  for await (const batch of readLibsvm(input.read(), settings)) yield copies(batch, 0)
}

/** Copies the rows into items, because the batch is reused. */
const copies = ({ rows, labels, names, firstLine, lineOffsets }: LibsvmBatch, linesBefore: number): Item[] =>
  Array.from(labels, (label, i) => {
    const [start, end] = [rows.starts[i]!, rows.starts[i + 1]!]
    return {
      label: names.name(label),
      row: new Row(rows.index.slice(start, end), rows.value.slice(start, end)),
      line: linesBefore + firstLine + lineOffsets[i]!,
    }
  })

/** Reads block by block and restarts after every invalid line. */
async function* skippingItems(
  input: Input,
  options: ItemOptions,
): AsyncGenerator<readonly Item[], void, undefined> {
  const onRecordError = recordErrorHandler(options)
  const maxRecordBytes = maxRecordBytesOf(options)
  const limits = { source: input.name, maxRecordBytes, onRecordError, tooLong: 'libsvm/line-length' } as const
  const names = new LabelNames()
  let { base = 'auto', multiLabel = false } = options
  for await (const block of lineBlocks(input.read(), limits)) {
    let rest: LineBlock | undefined = block
    while (rest) {
      const found: Item[] = []
      const at: LineBlock = rest
      rest = undefined
      try {
        for await (const batch of readLibsvm([at.bytes], { base, names, multiLabel })) {
          base = batch.base
          found.push(...copies(batch, at.line - 1))
        }
      } catch (cause) {
        if (!(cause instanceof AskanceError)) throw cause
        const line = cause.position?.line ?? 1
        onRecordError(cause.at({ source: input.name, line: at.line + line - 1 }))
        rest = behind(at, line)
      }
      if (found.length > 0) yield found
    }
  }
}

/** The rest of the block after its first `lines` lines. */
const behind = ({ bytes, line }: LineBlock, lines: number): LineBlock => {
  let from = 0
  for (let k = 0; k < lines; k++) from = bytes.indexOf(NEWLINE, from) + 1 || bytes.length
  return { bytes: bytes.subarray(from), line: line + lines }
}
