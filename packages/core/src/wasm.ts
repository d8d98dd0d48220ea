// The little that is used of what every host has and no library of the compiler describes without a DOM.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer }
  Instance: new (module: object, imports: object) => { readonly exports: object }
}

const PAGE = 65536

const compiled = new Map<string, object>()

/**
 * An instance of a module (in hexadecimal) with zeros in a memory of its own, of at least so many bytes. The code is compiled
 * once. Throws where the host has no WebAssembly, knows no SIMD, forbids compiling (a content security policy) or has no
 * memory left.
 *
 * The memory is never grown in place: that detaches its buffer, and from the first detached buffer on V8 makes every
 * loop over typed arrays, anywhere in the program, slower by half. Who needs more takes a new instance and copies.
 */
export const newInstance = <Exports extends object>(
  hex: string,
  bytes: number,
): { readonly exports: Exports; readonly buffer: ArrayBuffer } => {
  const module = compiled.get(hex) ?? new WebAssembly.Module(bytesOf(hex))
  compiled.set(hex, module)
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
  const { exports } = new WebAssembly.Instance(module, { env: { memory } })
  return { exports: exports as Exports, buffer: memory.buffer }
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, k) => Number.parseInt(hex.slice(2 * k, 2 * k + 2), 16))
