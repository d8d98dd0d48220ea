/** Character kinds. */
export const SEPARATOR = 0
/** Letters, digits and the underscore, which form words. */
export const WORD = 1
/** A word of its own: scripts that write without spaces, emoji, currency signs. */
export const ALONE = 2
/** Belongs to the character before it. */
export const ATTACHED = 3
/** The apostrophes: part of a word when between two of its characters. */
export const JOINER = 4

const word = /[\p{L}\p{N}_]/u
const attached = /\p{M}/u
// Katakana is left out: its runs are mostly single words.
const alone =
  /[\p{Sc}\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const picture = /\p{Extended_Pictographic}/u

const kindOf = (point: number): number => {
  if (point === 0x27 || point === 0x2019) return JOINER
  // Lone surrogates have no meaning.
  if (point >= 0xd800 && point <= 0xdfff) return SEPARATOR
  const character = String.fromCodePoint(point)
  if (attached.test(character)) return ATTACHED
  if (alone.test(character) && (word.test(character) || /\p{Sc}/u.test(character))) return ALONE
  if (word.test(character)) return WORD
  return picture.test(character) ? ALONE : SEPARATOR
}

const pages: (Uint8Array | undefined)[] = []

/** The kinds of the 256 code points of a page, computed on first use, because most texts use few pages. */
export const kindsOfPage = (page: number): Uint8Array => {
  let kinds = pages[page]
  if (!kinds) {
    kinds = Uint8Array.from({ length: 256 }, (_, low) => kindOf(page * 256 + low))
    pages[page] = kinds
  }
  return kinds
}
