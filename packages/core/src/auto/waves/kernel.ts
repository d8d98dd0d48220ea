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

// The little that is used of what every host has and no library of the compiler describes without a DOM.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer }
  Instance: new (module: object, imports: object) => { readonly exports: WaveKernel }
}
declare const atob: (base64: string) => string

const PAGE = 65536

let compiled: object | undefined

/**
 * A kernel with zeros in a memory of its own. The code is compiled once. Throws where the host has no WebAssembly, knows
 * no SIMD, forbids compiling (a content security policy) or has no memory left.
 */
export const newKernel = (bytes: number): { kernel: WaveKernel; buffer: ArrayBuffer } => {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (byte) => byte.charCodeAt(0)))
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
  return { kernel: new WebAssembly.Instance(compiled, { env: { memory } }).exports, buffer: memory.buffer }
}
