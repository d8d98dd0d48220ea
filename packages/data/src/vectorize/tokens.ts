import { enlarged } from '@askance/core/internals'
import { ATTACHED, JOINER, kindsOfPage, SEPARATOR, WORD } from './characters.js'
import { largerBytes } from './growth.js'
import { Mark } from './murmur3.js'
import type { StopWords } from './stop-words.js'

/** Longer words are truncated: they are not language and would only fill the memory. */
const MAX_WORD_BYTES = 128

const SPACE = 0x20
const APOSTROPHE = 0x27
const encoder = new TextEncoder()

/** Consecutive words, or a text segment for character n-grams. */
interface Run {
  mark: Mark
  from: number
  to: number
}

/**
 * The words of one item in one buffer of UTF-8, each followed by one space, so that every n-gram of words or characters
 * is a slice of it. `runs` are words that form n-grams together; `flags` are single features; `segments` are whole
 * texts. Reused from item to item.
 */
export class Tokens {
  /** Starts with a space, so that the first word has one on both sides. */
  bytes: Uint8Array = Uint8Array.of(SPACE)
  size = 1
  count = 0
  starts: Int32Array = new Int32Array(64)
  ends: Int32Array = new Int32Array(64)
  readonly runs: Run[] = []
  /** `from` and `to` are places in the buffer. */
  readonly flags: Run[] = []
  readonly segments: Run[] = []
  readonly #lowercase: boolean
  readonly #stopWords: StopWords | undefined
  readonly #keepSegments: boolean
  readonly #marks = new Map<string, Mark>()
  readonly #latin = kindsOfPage(0)
  /** For each byte whether it is a word character by itself. */
  readonly #plainWord = this.#latin.map((kind, byte) => (byte < 0x80 && kind === WORD ? 1 : 0))
  #raw: Uint8Array = new Uint8Array(256)

  constructor(options: { lowercase: boolean; stopWords?: StopWords | undefined; segments: boolean }) {
    this.#lowercase = options.lowercase
    this.#stopWords = options.stopWords
    this.#keepSegments = options.segments
  }

  clear(): void {
    this.size = 1
    this.count = 0
    this.runs.length = 0
    this.flags.length = 0
    this.segments.length = 0
  }

  /** The one mark with this text. */
  mark(text: string): Mark {
    let mark = this.#marks.get(text)
    if (!mark) {
      mark = new Mark(text)
      this.#marks.set(text, mark)
    }
    return mark
  }

  /** Adds the words of a text as one run, and the text itself as a segment. */
  text(mark: Mark, text: string): void {
    this.words(mark, text)
    this.segment(mark, text)
  }

  /** Adds the words of a text as one run. */
  words(mark: Mark, text: string): void {
    const from = this.count
    this.#split(this.#encode(this.#lowercase ? text.toLowerCase() : text))
    if (this.count > from) this.runs.push({ mark, from, to: this.count })
  }

  /** Adds a text as it is, as one feature. */
  flag(mark: Mark, text: string): void {
    const from = this.size
    this.append(text)
    this.flags.push({ mark, from, to: this.size })
  }

  /** Adds a text with collapsed white space, for n-grams that cross word boundaries. */
  segment(mark: Mark, text: string): void {
    if (!this.#keepSegments) return
    const from = this.size
    this.append((this.#lowercase ? text.toLowerCase() : text).trim().replace(/\s+/g, ' '))
    if (this.size > from) this.segments.push({ mark, from, to: this.size })
  }

  /** Appends a text to the buffer. */
  append(text: string): void {
    const length = this.#encode(text)
    this.bytes = largerBytes(this.bytes, this.size + length)
    this.bytes.set(this.#raw.subarray(0, length), this.size)
    this.size += length
  }

  #encode(text: string): number {
    if (this.#raw.length < 3 * text.length) this.#raw = new Uint8Array(6 * text.length)
    return encoder.encodeInto(text, this.#raw).written
  }

  /** Splits the first bytes of the raw text into words. */
  #split(length: number): void {
    const raw = this.#raw
    // A word takes its own bytes and a space; the shortest word has one byte.
    this.bytes = largerBytes(this.bytes, this.size + 2 * length + 2)
    this.starts = enlarged(this.starts, this.count + length + 1)
    this.ends = enlarged(this.ends, this.count + length + 1)
    const bytes = this.bytes
    let size = this.size
    let start = size
    const latin = this.#latin
    const plainWord = this.#plainWord
    /** The kind of the current word; SEPARATOR if there is none. */
    let open = SEPARATOR
    let at = 0
    if (bytes[size - 1] !== SPACE) {
      bytes[size++] = SPACE
      start = size
    }
    while (at < length) {
      const first = raw[at]!
      let width = 1
      let kind: number
      if (first < 0x80) kind = latin[first]!
      else {
        width = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        kind = kindAt(raw, at, width)
      }
      if (kind === JOINER) kind = open === WORD && continues(raw, at + width, length) ? ATTACHED : SEPARATOR
      if (kind === ATTACHED && open === SEPARATOR) kind = WORD
      if (kind !== ATTACHED && (kind !== WORD || open !== WORD)) {
        if (open !== SEPARATOR) size = this.#close(start, size)
        start = size
        open = kind
      }
      if (kind !== SEPARATOR && size + width - start <= MAX_WORD_BYTES) {
        if (width === 3 && first === 0xe2 && raw[at + 1] === 0x80 && raw[at + 2] === 0x99)
          bytes[size++] = APOSTROPHE
        else for (let k = 0; k < width; k++) bytes[size++] = raw[at + k]!
      }
      at += width
      // The hot path: most characters of most texts.
      if (open === WORD) {
        const enough = Math.min(length, at + MAX_WORD_BYTES - (size - start))
        while (at < enough && plainWord[raw[at]!] === 1) bytes[size++] = raw[at++]!
      }
    }
    if (open !== SEPARATOR) size = this.#close(start, size)
    this.size = size
  }

  /** Ends the word; removes it if it is a stop word. Returns the new size of the buffer. */
  #close(start: number, end: number): number {
    if (this.#stopWords?.has(this.bytes, start, end)) return start
    this.starts[this.count] = start
    this.ends[this.count] = end
    this.count++
    this.bytes[end] = SPACE
    return end + 1
  }
}

/** The kind of the character of `width` bytes at `at`. */
const kindAt = (raw: Uint8Array, at: number, width: number): number => {
  const lead = raw[at]! & (0xff >> (width + 1))
  let point = lead
  for (let k = 1; k < width; k++) point = (point << 6) | (raw[at + k]! & 0x3f)
  return kindsOfPage(point >> 8)[point & 255]!
}

const continues = (raw: Uint8Array, at: number, length: number): boolean => {
  if (at >= length) return false
  const first = raw[at]!
  const width = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const kind = width === 1 ? kindsOfPage(0)[first]! : kindAt(raw, at, width)
  return kind === WORD
}
