import { hashAfter, NO_MARK } from './murmur3.js'
import { Names } from './names.js'

// Function words only, without topical meaning. "not" and "no" are kept as words, because they negate.
const english = `a about above after again against all am an and any are as at be because been before being below between both but by
  could did do does doing down during each few for from further had has have having he her here hers herself him himself
  his how i if in into is it its itself just me more most my myself of off on once only or other our ours ourselves out
  over own same she should so some such than that the their theirs them themselves then there these they this those
  through to too under until up very was we were what when where which while who whom why will with would you your yours
  yourself yourselves i'm you're he's she's it's we're they're i've you've we've they've i'd you'd he'd she'd we'd they'd
  i'll you'll he'll she'll we'll they'll that's there's here's what's who's let's`

/** A set of words with lookup by a slice of bytes. */
export class StopWords {
  readonly #words: Names

  constructor(words: readonly string[]) {
    this.#words = new Names({ bits: 9, most: words.length, exact: true })
    for (const word of words) this.#words.addText(word)
  }

  has(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#words.find(hashAfter(NO_MARK, bytes, start, end), NO_MARK, bytes, start, end) >= 0
  }
}

export const englishStopWords = (): StopWords => new StopWords(english.split(/\s+/))
