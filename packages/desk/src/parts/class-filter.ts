/** Up to this many classes, each one has a key; above, people type a part of the name. */
export const MAX_KEYED_CLASSES = 12

/** Only words of this length may be misspelt; shorter ones would match almost anything. */
const MIN_MISSPELT = 4

/**
 * Splits a class name into words: at spaces, `_`, `-`, `/`, other punctuation and capitals.
 *
 * @example
 * nameWords('card_payment-fee') // => ['card', 'payment', 'fee']
 * nameWords('HTTPError/timedOut2') // => ['HTTP', 'Error', 'timed', 'Out', '2']
 */
export const nameWords = (name: string): readonly string[] =>
  nameParts(name).filter((part) => isWord.test(part))

const isWord = /[\p{L}\p{N}]/u

/**
 * The parts of a name between which a line may break. Joined, they are the name.
 *
 * @example
 * nameParts('card_arrival') // => ['card', '_', 'arrival']
 */
export const nameParts = (name: string): readonly string[] =>
  name.match(
    /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+|[^\p{L}\p{N}\p{M}]+|./gsu,
  ) ?? []

/** Lower case without accents. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const isSubsequence = (part: string, whole: string): boolean => {
  let at = 0
  for (const letter of whole) if (letter === part[at]) at++
  return at === part.length
}

/** Whether the beginning of a word equals the query up to one missing, extra, wrong or swapped letter. */
const isMisspelt = (query: string, word: string): boolean => {
  let at = 0
  while (at < query.length && query[at] === word[at]) at++
  const rest = query.slice(at)
  const after = word.slice(at)
  const swapped = rest.length > 1 ? `${rest[1]}${rest[0]}${rest.slice(2)}` : ''
  return (
    after.startsWith(rest.slice(1)) ||
    after.slice(1).startsWith(rest) ||
    after.slice(1).startsWith(rest.slice(1)) ||
    (swapped !== '' && after.startsWith(swapped))
  )
}

/** Whether the query is made of beginnings of words in their order, as `lcard` for `lost card`. */
const isChain = (query: string, words: readonly string[]): boolean => {
  if (query === '') return true
  const [word, ...others] = words
  if (word === undefined) return false
  for (let length = Math.min(word.length, query.length); length >= 0; length--)
    if (query.slice(0, length) === word.slice(0, length) && isChain(query.slice(length), others)) return true
  return false
}

/** The cost of a match of one typed word; undefined if there is none. */
const wordCost = (query: string, words: readonly string[]): number | undefined => {
  let best: number | undefined
  for (const [place, word] of words.entries()) {
    const cost = costIn(query, word)
    if (cost !== undefined && (best === undefined || cost + place / 100 < best)) best = cost + place / 100
  }
  if (best !== undefined && best < 2) return best
  return isChain(query, words.slice(0, MAX_CHAIN)) ? 2 : best
}

/** Bounds the search for chains in very long names. */
const MAX_CHAIN = 12

const costIn = (query: string, word: string): number | undefined => {
  if (word === query) return 0
  if (word.startsWith(query)) return 1
  if (word.includes(query)) return 3
  if (query.length > 1 && word[0] === query[0] && isSubsequence(query, word)) return 4
  return query.length >= MIN_MISSPELT && isMisspelt(query, word) ? 5 : undefined
}

/**
 * How well a class name matches what was typed: −1 for the name itself, larger for vaguer matches, undefined for none.
 * Every typed word must match a word of the name: as its beginning, its middle, with letters left out, or with one typing
 * error.
 *
 * @example
 * matchCost('card', 'card_arrival') // => 0
 * matchCost('arr card', 'cardArrival') // => 1.01
 * matchCost('top', 'card_arrival') // => undefined
 */
export const matchCost = (query: string, name: string): number | undefined => {
  const words = nameWords(name).map(folded)
  const typed = typedWords(query)
  if (typed.length > 0 && typed.join('') === words.join('')) return -1
  let sum = 0
  for (const part of typed) {
    const cost = wordCost(part, words)
    if (cost === undefined) return undefined
    sum += cost
  }
  return sum
}

const typedWords = (query: string): readonly string[] => folded(query).match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * The classes that match, best match first. Equally good ones, and all without a query, come in the order of `first`, then
 * in that of the stream. A query of punctuation only matches names that contain it.
 *
 * @example
 * filterClasses(['lost_card', 'pin_blocked', 'card_arrival'], 'card') // => ['card_arrival', 'lost_card']
 * filterClasses(['a', 'b', 'c'], '', ['c']) // => ['c', 'a', 'b']
 */
export const filterClasses = (
  classes: readonly string[],
  query: string,
  first: readonly string[] = [],
): readonly string[] => {
  const rank = new Map(first.map((label, place) => [label, place]))
  const punctuation = typedWords(query).length === 0 ? query.trim() : ''
  return classes
    .flatMap((label, place) => {
      const cost = label.includes(punctuation) ? matchCost(query, label) : undefined
      return cost === undefined ? [] : { label, cost, rank: rank.get(label) ?? first.length + place }
    })
    .sort((a, b) => a.cost - b.cost || a.rank - b.rank)
    .map(({ label }) => label)
}

/** A box of an option on the page. */
export interface Box {
  readonly left: number
  readonly top: number
}

/**
 * The option that an arrow key moves to in options laid out in lines: the nearest one of the next line up or down, else the
 * same one.
 *
 * @example
 * const boxes = [{ left: 0, top: 0 }, { left: 90, top: 0 }, { left: 0, top: 20 }, { left: 90, top: 20 }]
 * optionAbove(boxes, 3, -1) // => 1
 * optionAbove(boxes, 1, -1) // => 1
 */
export const optionAbove = (boxes: readonly Box[], from: number, direction: 1 | -1): number => {
  const start = boxes[from]
  if (!start) return from
  let best = from
  for (const [place, box] of boxes.entries()) {
    const down = direction * (box.top - start.top)
    if (down < 2) continue
    const found = boxes[best]
    const bestDown = best === from || !found ? Number.POSITIVE_INFINITY : direction * (found.top - start.top)
    const isNearer =
      Math.abs(down - bestDown) < 2
        ? Math.abs(box.left - start.left) < Math.abs((found?.left ?? 0) - start.left)
        : down < bestDown
    if (isNearer) best = place
  }
  return best
}
