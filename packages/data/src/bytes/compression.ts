/** A way of packing bytes, recognised by how they begin. */
export interface Compression {
  readonly name: string
  /** The bytes every file of this kind begins with. */
  readonly magic: readonly number[]
  /** The bytes unpacked; `source` is named in errors. */
  unpack(chunks: AsyncGenerator<Uint8Array>, source: string): AsyncGenerator<Uint8Array>
}
