import { newInstance } from '../../wasm.js'
import { KERNEL } from './kernel.generated.js'

/** What an instance of `assembly/waves.ts` offers. */
export interface WaveKernel {
  waves(
    bytes: number,
    phases: number,
    addresses: number,
    values: number,
    entries: number,
    out: number,
    height: number,
  ): number
}

/** A kernel with zeroed memory of this size in bytes. Throws if the host cannot run it. */
export const newKernel = (bytes: number): { kernel: WaveKernel; buffer: ArrayBuffer } => {
  const { exports, buffer } = newInstance<WaveKernel>(KERNEL, bytes)
  return { kernel: exports, buffer }
}
