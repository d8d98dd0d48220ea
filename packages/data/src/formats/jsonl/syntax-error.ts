import { columnOf, shown } from '../words.js'

/** A JSON syntax error and its position. Lines and columns count from 1. */
interface JsonSyntaxError {
  readonly at: number
  readonly line: number
  readonly column: number
  readonly found: string
  readonly expected: string
}

const SPACE = /[ \t\r\n]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const CLEAN = /[^"\\\p{Cc}]+|[\u007f-\u009f]+/uy
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

class Found extends Error {
  readonly at: number
  readonly expected: string

  constructor(at: number, expected: string) {
    super(expected)
    this.at = at
    this.expected = expected
  }
}

/**
 * Finds the first error in text that `JSON.parse` rejected, because its message does not always give the position.
 *
 * @example
 * findSyntaxError('{"a": 1,\n "b": oops}') // => { at: 15, line: 2, column: 7, found: '"oops}"', expected: 'a value' }
 */
export const findSyntaxError = (text: string): JsonSyntaxError => {
  const { at, expected } = firstError(text)
  return {
    at,
    ...positionIn(text, at),
    found: at < text.length ? shown(text.slice(at, at + 20)) : 'the end',
    expected,
  }
}

/** The line and the column of a place in a text, counted from 1. */
export const positionIn = (text: string, at: number): { readonly line: number; readonly column: number } => {
  let [line, lineStart] = [1, 0]
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', lineStart)) {
    line++
    lineStart = end + 1
  }
  return { line, column: columnOf(text.slice(lineStart), at - lineStart) }
}

const firstError = (text: string): Pick<JsonSyntaxError, 'at' | 'expected'> => {
  const end = new Walk(text)
  try {
    end.walk()
    return { at: end.at, expected: 'one JSON value' }
  } catch (cause) {
    if (cause instanceof Found) return cause
    throw cause
  }
}

/** Scans one value without recursion, because untrusted input may be nested arbitrarily deep. */
class Walk {
  readonly #text: string
  at = 0

  constructor(text: string) {
    this.#text = text
  }

  walk(): void {
    const open: ('{' | '[')[] = []
    do {
      this.#space()
      const next = this.#text[this.at]
      if (next === '{' || next === '[') {
        this.at++
        this.#space()
        const isEmpty = this.#text[this.at] === (next === '{' ? '}' : ']')
        open.push(next)
        if (!isEmpty) {
          if (next === '{') this.#key()
          continue
        }
      } else this.#scalar()
      this.#close(open)
    } while (open.length > 0)
    this.#space()
    if (this.at < this.#text.length) throw new Found(this.at, 'the end')
  }

  /** Closes brackets that end here and continues after a comma. */
  #close(open: ('{' | '[')[]): void {
    while (open.length > 0) {
      const isObject = open.at(-1) === '{'
      this.#space()
      const next = this.#text[this.at]
      if (next === (isObject ? '}' : ']')) {
        this.at++
        open.pop()
        continue
      }
      if (next !== ',') throw new Found(this.at, `a comma or ${isObject ? '}' : ']'}`)
      this.at++
      if (isObject) this.#key()
      return
    }
  }

  #key(): void {
    this.#space()
    if (this.#text[this.at] !== '"') throw new Found(this.at, 'a name in double quotes')
    this.#string()
    this.#space()
    if (this.#text[this.at] !== ':') throw new Found(this.at, 'a colon')
    this.at++
  }

  #scalar(): void {
    if (this.#text[this.at] === '"') this.#string()
    else if (!this.#skip(NUMBER) && !this.#skip(WORD)) throw new Found(this.at, 'a value')
  }

  #string(): void {
    this.at++
    for (;;) {
      while (this.#skip(CLEAN));
      const next = this.#text[this.at]
      if (next === '"') break
      if (next === undefined) throw new Found(this.at, 'a closing quote')
      if (next !== '\\') throw new Found(this.at, 'control characters to be escaped')
      if (!this.#skip(ESCAPE)) throw new Found(this.at, 'an escape that JSON knows')
    }
    this.at++
  }

  #space(): void {
    this.#skip(SPACE)
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const length = pattern.exec(this.#text)?.[0].length ?? 0
    this.at += length
    return length > 0
  }
}
