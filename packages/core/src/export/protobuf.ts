/** A message in the wire format of Protocol Buffers, as far as ONNX models need it: fields are written in any order. */
export class Message {
  readonly #parts: Uint8Array[] = []
  #size = 0

  /** A whole number from 0. */
  whole(field: number, value: number): this {
    return this.#add(varint(field * 8), varint(value))
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value))
  }

  bytes(field: number, value: Uint8Array): this {
    return this.#add(varint(field * 8 + 2), varint(value.length), value)
  }

  message(field: number, value: Message): this {
    return this.bytes(field, value.encoded())
  }

  encoded(): Uint8Array {
    const all = new Uint8Array(this.#size)
    let at = 0
    for (const part of this.#parts) {
      all.set(part, at)
      at += part.length
    }
    return all
  }

  #add(...parts: Uint8Array[]): this {
    for (const part of parts) {
      this.#parts.push(part)
      this.#size += part.length
    }
    return this
  }
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
const varint = (value: number): Uint8Array => {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return Uint8Array.from(bytes)
}
