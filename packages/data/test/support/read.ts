import { type Chunks, type LibsvmBatch, type LibsvmOptions, readLibsvm } from '@askance/data'

/** A row as plain data, for comparing. */
export interface PlainRow {
  readonly line: number
  readonly label: string
  readonly index: readonly number[]
  readonly value: readonly number[]
}

export const KERNELS = ['auto', 'plain'] as const

export const plainRows = ({ rows, labels, names, firstLine, lineOffsets }: LibsvmBatch): PlainRow[] =>
  Array.from({ length: rows.length }, (_, i) => ({
    line: firstLine + lineOffsets[i],
    label: names.name(labels[i]),
    index: [...rows.index.subarray(rows.starts[i], rows.starts[i + 1])],
    value: [...rows.value.subarray(rows.starts[i], rows.starts[i + 1])],
  }))

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** All rows of the text, or of its chunks. */
export const readRows = async (text: string | Chunks, options: LibsvmOptions = {}): Promise<PlainRow[]> => {
  const all: PlainRow[] = []
  const chunks = typeof text === 'string' ? [bytesOf(text)] : text
  for await (const batch of readLibsvm(chunks, options)) all.push(...plainRows(batch))
  return all
}
