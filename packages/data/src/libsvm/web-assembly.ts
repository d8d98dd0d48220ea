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
