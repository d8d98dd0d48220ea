/** What Node, workers and browsers all have, but the language's own library does not declare. */
declare class TextEncoder {
  encode(text: string): Uint8Array
}

declare class TextDecoder {
  decode(bytes: Uint8Array): string
}

declare function queueMicrotask(task: () => void): void
