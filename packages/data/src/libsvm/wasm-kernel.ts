import { MAX_INDEX } from '@askance/core/internals'
import { libsvmKernelBytes } from './kernel.generated.js'
import { entryCapacity, Kernel, ROW_CAPACITY, TEXT_MARGIN } from './kernel.js'
import { Spellings } from './spellings.js'

/** The parts of WebAssembly used here, because TypeScript declares it only in the DOM library. */
interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => WebAssemblyModule
  Instance: new (module: WebAssemblyModule, imports: object) => { readonly exports: object }
  Memory: new (size: { initial: number }) => WebAssemblyMemory
}

interface WebAssemblyModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module'
}

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer
}

/** Undefined if the host has no WebAssembly. */
export const webAssembly = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly

const PAGE = 1 << 16
/** Enough for files without very long lines. */
const INITIAL_PAGES = 76
/** Length of the numbers shared with the kernel: first the mutable state, then the memory layout. */
const SHARED_LENGTH = 15
const [AT, TO, LINE, ROWS, ENTRIES, SHIFT, PLACES] = [0, 1, 2, 3, 4, 5, 6]

interface Exports {
  heapBase(): number
  readLines(desk: number): void
}

let compiled: WebAssemblyModule | undefined

/** The kernel compiled from `assembly/libsvm.ts`; rows and text are views of its memory. */
export class WasmKernel extends Kernel {
  readonly spellings: Spellings
  readonly #api: WebAssemblyApi
  #memory: WebAssemblyMemory
  #exports: Exports
  readonly #places: Places
  #shared: Int32Array

  constructor(api: WebAssemblyApi) {
    super()
    this.#api = api
    this.#memory = new api.Memory({ initial: INITIAL_PAGES })
    this.#exports = instantiated(api, this.#memory)
    this.#places = placesFrom(this.#exports.heapBase())
    this.#shared = this.#words(this.#places.desk, SHARED_LENGTH)
    this.spellings = new Spellings(...this.#spellingWords())
  }

  override reserve(textBytes: number): void {
    const { desk, starts, labels, lines, keys, ids, text } = this.#places
    const capacity = entryCapacity(textBytes)
    const index = aligned(text + textBytes + TEXT_MARGIN)
    const value = aligned(index + 4 * capacity)
    this.#growMemory(value + 8 * capacity)
    this.#shared = this.#words(desk, SHARED_LENGTH)
    this.#shared.set([ROW_CAPACITY, MAX_INDEX, starts, index, value, labels, lines, keys, ids], PLACES)
    this.spellings.moved(...this.#spellingWords())
    this.labels = this.#words(labels, ROW_CAPACITY)
    this.lines = this.#words(lines, ROW_CAPACITY)
    this.rows.starts = this.#words(starts, ROW_CAPACITY + 1)
    this.rows.index = this.#words(index, capacity)
    this.rows.value = new Float64Array(this.#memory.buffer, value, capacity)
    this.text = new Uint8Array(this.#memory.buffer, text, textBytes + TEXT_MARGIN)
  }

  override readLines(to: number): void {
    const desk = this.#shared
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

  /** Moves to a larger memory. Growing in place would detach its buffer, which slows every typed array of the process. */
  #growMemory(bytes: number): void {
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

/** The addresses of everything with a fixed size; text-dependent arrays follow. */
type Places = ReturnType<typeof placesFrom>

const placesFrom = (base: number) => {
  const desk = aligned(base)
  const keys = aligned(desk + 4 * SHARED_LENGTH)
  const ids = keys + 4 * Spellings.keyLength
  const starts = ids + 4 * Spellings.idLength
  const labels = aligned(starts + 4 * (ROW_CAPACITY + 1))
  const lines = labels + 4 * ROW_CAPACITY
  const text = lines + 4 * ROW_CAPACITY + TEXT_MARGIN
  return { desk, keys, ids, starts, labels, lines, text }
}

const aligned = (address: number): number => (address + 63) & ~63
