import { KERNEL } from './kernel.generated.js'

/** What an instance of `assembly/matrix.ts` offers: addresses in its memory, and its operations. */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly X: { readonly value: number }
  readonly INDEX: { readonly value: number }
  readonly PRODUCT: { readonly value: number }
  readonly CELLS: { readonly value: number }
  multiplyDense(dimension: number): void
  multiplySparse(dimension: number, entries: number): void
  downdate(dimension: number, scale: number): void
  shiftDiagonal(dimension: number, shift: number): void
  remove(dimension: number, j: number): void
}

// The little that is used of what every host has and no library of the compiler describes without a DOM.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Memory: new (size: { initial: number }) => Kernel['memory']
  Instance: new (module: object, imports: object) => { readonly exports: Kernel }
}
declare const atob: (base64: string) => string

const PAGE = 65536

/** The vectors in front of the cells take less than three pages, by more than the tile `remove` may read too far. */
const VECTOR_PAGES = 3

let compiled: object | undefined

/**
 * A kernel with zeros in a memory of its own, for at least so many cells. The code is compiled once. Throws where the
 * host has no WebAssembly, knows no SIMD, forbids compiling (a content security policy) or has no memory left.
 *
 * The memory is never grown in place: that detaches its buffer, and from the first detached buffer on V8 makes every
 * loop over typed arrays, anywhere in the program, slower by half. Who needs more takes a new kernel and copies.
 */
export const newKernel = (cells: number): Kernel => {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (byte) => byte.charCodeAt(0)))
  const memory = new WebAssembly.Memory({ initial: VECTOR_PAGES + Math.ceil((8 * cells) / PAGE) })
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports
}
