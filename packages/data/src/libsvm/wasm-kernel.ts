import { MAX_INDEX } from '@askance/core/internals'
import { libsvmKernelBytes } from './kernel.generated.js'
import { entryRoom, Kernel, ROW_ROOM, TEXT_MARGIN } from './kernel.js'
import { Spellings } from './spellings.js'

/** As much of WebAssembly as is used here: the compiler knows it only together with the whole browser. */
export interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => WebAssemblyModule
  Instance: new (module: WebAssemblyModule, imports: object) => { readonly exports: object }
  Memory: new (size: { initial: number }) => WebAssemblyMemory
}

export interface WebAssemblyModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module'
}

export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer
}

/** Undefined where it is missing. */
export const webAssembly = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly

const PAGE = 1 << 16
/** Enough for the batches of a file without very long lines. */
const USUAL_PAGES = 40
/** The block of numbers shared with the kernel: first what both sides change, then where things lie. */
const DESK_LENGTH = 15
const [AT, TO, LINE, ROWS, ENTRIES, SHIFT, PLACES] = [0, 1, 2, 3, 4, 5, 6]

interface Exports {
  heapBase(): number
  readLines(desk: number): void
}

let compiled: WebAssemblyModule | undefined

/** The kernel compiled from `assembly/libsvm.ts`; rows and text are windows on its memory. */
export class WasmKernel extends Kernel {
  readonly spellings: Spellings
  readonly #api: WebAssemblyApi
  #memory: WebAssemblyMemory
  #exports: Exports
  readonly #places: Places
  #desk: Int32Array

  constructor(api: WebAssemblyApi) {
    super()
    this.#api = api
    this.#memory = new api.Memory({ initial: USUAL_PAGES })
    this.#exports = instantiated(api, this.#memory)
    this.#places = placesFrom(this.#exports.heapBase())
    this.#desk = this.#words(this.#places.desk, DESK_LENGTH)
    this.spellings = new Spellings(...this.#spellingWords())
  }

  override reserve(textBytes: number): void {
    const { desk, starts, labels, lines, keys, ids, text } = this.#places
    const room = entryRoom(textBytes)
    const index = aligned(text + textBytes + TEXT_MARGIN)
    const value = aligned(index + 4 * room)
    this.#makeRoom(value + 8 * room)
    this.#desk = this.#words(desk, DESK_LENGTH)
    this.#desk.set([ROW_ROOM, MAX_INDEX, starts, index, value, labels, lines, keys, ids], PLACES)
    this.spellings.moved(...this.#spellingWords())
    this.labels = this.#words(labels, ROW_ROOM)
    this.lines = this.#words(lines, ROW_ROOM)
    this.rows.starts = this.#words(starts, ROW_ROOM + 1)
    this.rows.index = this.#words(index, room)
    this.rows.value = new Float64Array(this.#memory.buffer, value, room)
    this.text = new Uint8Array(this.#memory.buffer, text, textBytes + TEXT_MARGIN)
  }

  override readLines(to: number): void {
    const desk = this.#desk
    const { text } = this.#places
    desk[AT] = text + this.at
    desk[TO] = text + to
    desk[LINE] = this.line
    desk[ROWS] = this.rows.length
    desk[ENTRIES] = this.rows.entries
    desk[SHIFT] = this.shift
    this.#exports.readLines(this.#places.desk)
    this.at = desk[AT]! - text
    this.line = desk[LINE]!
    this.rows.length = desk[ROWS]!
  }

  #spellingWords(): [keys: Int32Array<ArrayBuffer>, ids: Int32Array<ArrayBuffer>] {
    const { keys, ids } = this.#places
    return [this.#words(keys, Spellings.keyLength), this.#words(ids, Spellings.idLength)]
  }

  #words(at: number, length: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#memory.buffer, at, length)
  }

  /** Moves to a larger memory. Growing one detaches its buffer, after which every typed array of the process is slower. */
  #makeRoom(bytes: number): void {
    const { buffer } = this.#memory
    if (bytes <= buffer.byteLength) return
    this.#memory = new this.#api.Memory({ initial: Math.ceil(bytes / PAGE) })
    this.#exports = instantiated(this.#api, this.#memory)
    new Uint8Array(this.#memory.buffer).set(new Uint8Array(buffer))
  }
}

const instantiated = ({ Instance, Module }: WebAssemblyApi, memory: WebAssemblyMemory): Exports => {
  compiled ??= new Module(Uint8Array.from(atob(libsvmKernelBytes), (byte) => byte.charCodeAt(0)))
  return new Instance(compiled, { env: { memory } }).exports as Exports
}

/** Where everything lies whose size is fixed; what grows with the text comes behind. */
type Places = ReturnType<typeof placesFrom>

const placesFrom = (base: number) => {
  const desk = aligned(base)
  const keys = aligned(desk + 4 * DESK_LENGTH)
  const ids = keys + 4 * Spellings.keyLength
  const starts = ids + 4 * Spellings.idLength
  const labels = aligned(starts + 4 * (ROW_ROOM + 1))
  const lines = labels + 4 * ROW_ROOM
  const text = lines + 4 * ROW_ROOM + TEXT_MARGIN
  return { desk, keys, ids, starts, labels, lines, text }
}

const aligned = (address: number): number => (address + 63) & ~63
