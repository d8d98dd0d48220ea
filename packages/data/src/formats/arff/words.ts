/** A value in a line of ARFF, and where it stands. */
export interface Word {
  readonly text: string
  readonly at: number
  /** In quotes a question mark is not a missing value, and nothing has a meaning. */
  readonly isQuoted: boolean
}

/** What is wrong with the line, and where. */
export interface WordMistake {
  readonly code: 'arff/quote-open'
  readonly at: number
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const BARE = /[^\s,{}%'"]+/y

/** Walks through the words of a line: bare, or in single or double quotes with backslashes as escapes. */
export class Words {
  readonly line: string
  at = 0

  constructor(line: string, at = 0) {
    this.line = line
    this.at = at
  }

  /** Is there nothing more, or only a comment? */
  get isOver(): boolean {
    this.skipBlanks()
    return this.at >= this.line.length || this.line[this.at] === '%'
  }

  /** The next character that is no blank; it is not passed. */
  get next(): string | undefined {
    this.skipBlanks()
    return this.line[this.at]
  }

  /** Passes the character if it is the next; says whether it was. */
  pass(character: string): boolean {
    if (this.next !== character) return false
    this.at++
    return true
  }

  skipBlanks(): void {
    while (this.line[this.at] === ' ' || this.line[this.at] === '\t') this.at++
  }

  /** The next word, or a mistake; undefined where no word begins. */
  word(): Word | WordMistake | undefined {
    const next = this.next
    if (next === "'" || next === '"') return this.#quoted(next)
    BARE.lastIndex = this.at
    const text = BARE.exec(this.line)?.[0]
    if (text === undefined) return undefined
    const at = this.at
    this.at += text.length
    return { text, at, isQuoted: false }
  }

  #quoted(quote: string): Word | WordMistake {
    const start = this.at
    let text = ''
    for (let at = start + 1; at < this.line.length; at++) {
      const character = this.line[at]!
      if (character === quote) {
        this.at = at + 1
        return { text, at: start, isQuoted: true }
      }
      if (character !== '\\') text += character
      else {
        const unicode = /^u([\da-fA-F]{4})/.exec(this.line.slice(at + 1, at + 6))
        const escaped = this.line[at + 1] ?? ''
        text += unicode
          ? String.fromCharCode(Number.parseInt(unicode[1]!, 16))
          : (ESCAPES[escaped] ?? escaped)
        at += unicode ? 5 : 1
      }
    }
    return { code: 'arff/quote-open', at: start }
  }
}

export const isMistake = (word: Word | WordMistake | undefined): word is WordMistake =>
  word !== undefined && 'code' in word
