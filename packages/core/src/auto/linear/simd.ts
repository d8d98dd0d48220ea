import { LINEAR_WASM } from '../../kernels.generated.js'
import { newInstance } from '../../wasm.js'

interface Exports {
  score(classes: number, addresses: number, values: number, entries: number, out: number): void
  move(
    addresses: number,
    values: number,
    entries: number,
    own: number,
    rivals: number,
    steps: number,
    count: number,
  ): void
}

interface Instance {
  readonly exports: Exports
  readonly buffer: ArrayBuffer
}

/**
 * Instances whose weights have grown out of them, the latest last. Younger ensembles grow through the same sizes one after the other, and a new
 * instance costs more than many scores: its memory is cleared page by page, and the engine compiles how it is called only after a thousand calls.
 */
const spare: Instance[] = []
const MOST_SPARE = 12

const spareFor = (bytes: number): Instance | undefined => {
  const place = spare.findLastIndex(
    ({ buffer: { byteLength } }) => byteLength >= bytes && byteLength <= 2 * bytes,
  )
  return place < 0 ? undefined : spare.splice(place, 1)[0]
}

/** Weights of several classes in the memory of WebAssembly with 128-bit SIMD. The current row is written there. */
export class SimdWeights {
  /** By place and class. */
  readonly weights: Float32Array
  /** The current row: the addresses of the weights of its entries, and their values. */
  readonly addresses: Int32Array
  readonly values: Float32Array
  readonly #classes: number
  readonly #instance: Instance
  readonly #exports: Exports
  readonly #scores: Float32Array
  readonly #steps: Float32Array
  readonly #rivals: Int32Array
  #noted = 0

  /** Throws where the host has no WebAssembly, no SIMD or no memory. */
  constructor(classes: number, weights: Float32Array, length: number, entries: number) {
    const bytes = 4 * (length + 3 * classes + 2 * entries)
    const old = spareFor(bytes)
    this.#instance = old ?? newInstance<Exports>(LINEAR_WASM, bytes)
    const { exports, buffer } = this.#instance
    this.#classes = classes
    this.#exports = exports
    this.weights = new Float32Array(buffer, 0, length)
    this.#scores = new Float32Array(buffer, 4 * length, classes)
    this.#steps = new Float32Array(buffer, 4 * (length + classes), classes)
    this.#rivals = new Int32Array(buffer, 4 * (length + 2 * classes), classes)
    this.values = new Float32Array(buffer, 4 * (length + 3 * classes), entries)
    this.addresses = new Int32Array(buffer, 4 * (length + 3 * classes + entries), entries)
    this.weights.set(weights)
    if (old) this.weights.fill(0, weights.length)
  }

  /** Lets other weights have the memory. Nothing may follow. */
  release(): void {
    spare.push(this.#instance)
    if (spare.length > MOST_SPARE) spare.shift()
  }

  /** Whether a row of this many entries fits. */
  fits(entries: number): boolean {
    return entries <= this.values.length
  }

  /** Scores the current row. */
  score(entries: number, out: Float64Array, at: number): void {
    const scores = this.#scores
    this.#exports.score(
      this.#classes,
      this.addresses.byteOffset,
      this.values.byteOffset,
      entries,
      scores.byteOffset,
    )
    for (let c = 0; c < scores.length; c++) out[at + c] = scores[c]
  }

  /** Notes a step of the current row. */
  note(rival: number, step: number): void {
    this.#rivals[this.#noted] = 4 * rival
    this.#steps[this.#noted++] = step
  }

  /** Takes the steps that were noted. */
  move(entries: number, label: number): void {
    if (this.#noted === 0) return
    this.#exports.move(
      this.addresses.byteOffset,
      this.values.byteOffset,
      entries,
      4 * label,
      this.#rivals.byteOffset,
      this.#steps.byteOffset,
      this.#noted,
    )
    this.#noted = 0
  }
}
