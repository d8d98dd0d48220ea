import { MATRIX_WASM } from '../kernels.generated.js'
import { newInstance } from '../wasm.js'

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

/** The vectors in front of the cells take less than this, by more than the tile `remove` may read too far. */
const VECTOR_BYTES = 3 * 65536

/** A kernel with zeros, for at least so many cells. Throws where the host cannot run it. */
export const newKernel = (cells: number): Kernel =>
  newInstance<Kernel>(MATRIX_WASM, VECTOR_BYTES + 8 * cells).exports
