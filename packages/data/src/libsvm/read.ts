import type { LibsvmBatch, LibsvmOptions } from './batch.js'
import type { Kernel } from './kernel.js'
import { LibsvmParser } from './parser.js'
import { PlainKernel } from './plain-kernel.js'
import { WasmKernel, webAssembly } from './wasm-kernel.js'

/** The compiled kernel where it runs, else the plain one. */
export const createKernel = (choice: 'auto' | 'plain'): Kernel => {
  if (choice === 'plain' || !webAssembly) return new PlainKernel()
  try {
    return new WasmKernel(webAssembly)
  } catch {
    // WebAssembly without SIMD, or forbidden.
    return new PlainKernel()
  }
}

/** Bytes in pieces; a piece is not used after the next was asked for. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Reads LIBSVM text ("label index:value index:value …", one row a line) batch by batch, in constant memory; nothing
 * is read before it is asked for.
 *
 * @example
 * const text = new TextEncoder().encode('spam 1:0.5 7:2\nham 2:-1 # a comment\n')
 * const read = []
 * for await (const { rows, labels, names } of readLibsvm([text]))
 *   labels.forEach((id, i) => read.push(names.name(id), rows.starts[i + 1] - rows.starts[i]))
 * read // => ['spam', 2, 'ham', 1]
 */
export async function* readLibsvm(
  chunks: Chunks,
  options: LibsvmOptions = {},
): AsyncGenerator<LibsvmBatch, void, undefined> {
  yield* batches(
    chunks,
    new LibsvmParser(createKernel(options.kernel ?? 'auto'), options),
    options.live ?? false,
  )
}

/** All batches that the parser makes of the chunks. */
export async function* batches(
  chunks: Chunks,
  parser: LibsvmParser,
  live = false,
): AsyncGenerator<LibsvmBatch, void, undefined> {
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length; ) {
      taken += parser.take(chunk, taken)
      if (parser.isFull || (live && taken === chunk.length)) yield* parser.batches()
    }
  }
  parser.finish()
  yield* parser.batches()
}
