import type { Kernel } from './kernel.js'
import { PlainKernel } from './plain-kernel.js'
import { WasmKernel } from './wasm-kernel.js'
import { webAssembly } from './web-assembly.js'

/** The compiled kernel where it runs, else the plain one. */
export const createKernel = (choice: 'auto' | 'plain'): Kernel => {
  if (choice === 'plain' || !webAssembly) return new PlainKernel()
  try {
    return new WasmKernel(webAssembly)
  } catch {
    // WebAssembly without SIMD, or forbidden.
    return new PlainKernel()
  }
}
