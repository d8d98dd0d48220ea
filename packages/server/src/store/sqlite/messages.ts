import type { Parameter, Row, Step } from '../database.js'
import type { OpeningFailure } from '../failures.js'

/** What a thread is for. */
export interface ThreadTask {
  readonly role: 'writer' | 'reader'
  readonly path: string
}

export type Request =
  | { readonly id: number; readonly sql: string; readonly parameters: readonly Parameter[] }
  | { readonly id: number; readonly steps: readonly Step[] }
  | { readonly id: number; readonly close: true }

/** An error in a form that can be sent between threads. */
export type Fault =
  | { readonly kind: 'missing' | 'taken' | 'full' | 'lost' | 'other'; readonly message: string }
  | ({ readonly kind: 'opening'; readonly message: string } & Pick<OpeningFailure, 'code' | 'details'>)

export type Reply =
  | { readonly id: number; readonly rows: readonly Row[] }
  | { readonly id: number; readonly fault: Fault }

/** The reply to the opening, which nobody had to ask for. */
export const OPENED = 0

/** All large pieces of bytes: they move to the other thread instead of being copied. */
export const transfersOf = (cells: Iterable<unknown>): ArrayBuffer[] => {
  const buffers = new Set<ArrayBuffer>()
  for (const cell of cells) {
    if (!(cell instanceof Uint8Array) || cell.byteLength !== cell.buffer.byteLength) continue
    if (cell.buffer instanceof ArrayBuffer) buffers.add(cell.buffer)
  }
  return [...buffers]
}
