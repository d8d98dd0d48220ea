import type { LibsvmBatch, LibsvmOptions } from './batch.js'
import type { Kernel } from './kernel.js'
import { LibsvmParser } from './parser.js'
import { PlainKernel } from './plain-kernel.js'
import { WasmKernel, webAssembly } from './wasm-kernel.js'

/** The WebAssembly kernel if available, else the plain one. */
export const createKernel = (choice: 'auto' | 'plain'): Kernel => {
  if (choice === 'plain' || !webAssembly) return new PlainKernel()
  try {
    return new WasmKernel(webAssembly)
  } catch {
    // WebAssembly has no SIMD or is forbidden.
    return new PlainKernel()
  }
}

/** Bytes in chunks; a chunk is not used after the next one was requested. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Reads LIBSVM text ("label index:value index:value …", one row per line) batch by batch, lazily and in constant
 * memory.
 *
 * @example
 * const text = new TextEncoder().encode('spam 1:0.5 7:2\nham 2:-1 # a comment\n')
 * const read = []
 * for await (const { rows, labels, names } of readLibsvm([text]))
 *   labels.forEach((id, i) => read.push(names.name(id), rows.starts[i + 1] - rows.starts[i]))
 * read // => ['spam', 2, 'ham', 1]
 */
export const readLibsvm = (
  chunks: Chunks,
  options: LibsvmOptions = {},
): AsyncGenerator<LibsvmBatch, void, undefined> =>
  batches(chunks, new LibsvmParser(createKernel(options.kernel ?? 'auto'), options), options.live ?? false)

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
