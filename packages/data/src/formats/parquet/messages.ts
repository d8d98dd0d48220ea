import type { Message } from '../../libsvm/threaded/messages.js'
import type { Group } from './decode.js'

/** What the decoding thread is started with. Descriptors of files are the same in all threads. */
export interface Task {
  readonly fd: number
  readonly byteLength: number
  readonly source: string
  readonly most: number
}

export type Answer =
  /** It goes on: what is decoded next lies in a row group of so many bytes, and its first row has this number. */
  | { readonly kind: 'alive'; readonly bytes: number; readonly first: number }
  | { readonly kind: 'group'; readonly group: Group | undefined }
  | Extract<Message, { kind: 'error' | 'fault' }>
