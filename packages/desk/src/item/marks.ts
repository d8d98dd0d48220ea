import type { LabelOrLabels } from '../parts/labels.js'

/** A feature and its contribution to the predicted class, or to its own class in a multi-label stream. */
export interface WeighedFeature {
  readonly feature: string
  readonly contribution: number
  readonly label?: string
}

/** The features of an item as reported with a question. */
export interface WeighedFeatures {
  readonly predicted: LabelOrLabels
  readonly contributions: readonly WeighedFeature[]
  readonly unknownFeatures: readonly string[]
}

/** A piece of text with an optional mark. */
interface Segment {
  readonly text: string
  readonly mark?: 'weighed' | 'new'
  /** The class it supports, if known. */
  readonly pull?: string
}

/** Feature-name prefix of a text field: that of a mail or an address, or the name of a column. */
export type TextField = '' | `${string}:`

interface Mark {
  readonly mark: 'weighed' | 'new'
  readonly pull?: string
}

/** Marks by feature name. */
export interface Marks {
  readonly known: ReadonlyMap<string, Mark>
  /** Maximum number of words in a feature name. */
  readonly span: number
}

const MAX_SPAN = 4
/** With more, every other word would be marked. */
const MAX_WEIGHED = 12

/** Prefixes of features that do not stand for a word. */
const nonWord =
  /^(?:header|html|loud|chr|url-[a-z-]+|[a-z-]+-domain|address|odd|scheme|labels|tld|depth|digits|hyphens|port|file|key|host-length|host-digits|path-length|query-length|length|content-type|x-mailer|user-agent|list-id|domain):/
const isWord = (feature: string): boolean => !nonWord.test(feature) && !/^feature \d+$/.test(feature)
const isWordFeature = ({ feature }: { readonly feature: string }): boolean => isWord(feature)

/** With two classes, evidence against one supports the other. */
export const pulledClass = (
  { contribution, label }: Omit<WeighedFeature, 'feature'>,
  predicted: LabelOrLabels,
  classes: readonly string[],
): string | undefined => {
  if (typeof predicted !== 'string') return contribution > 0 ? label : undefined
  if (contribution > 0) return predicted
  const others = classes.filter((label) => label !== predicted)
  return others.length === 1 ? others[0] : undefined
}

/** Collects the marks of a question for all texts of its item: none while nothing is learned, because every word is new then. */
export const collectMarks = (
  { predicted, contributions, unknownFeatures }: WeighedFeatures,
  classes: readonly string[],
  isReady = true,
): Marks => {
  const known = new Map<string, Mark>()
  if (!isReady) return { known, span: 1 }
  for (const feature of unknownFeatures) known.set(feature, { mark: 'new' })
  const weighed = new Set<string>()
  for (const one of contributions.filter(isWordFeature)) {
    // With several labels, a feature counts for the class to which it contributes most.
    if (weighed.has(one.feature) || weighed.size === MAX_WEIGHED) continue
    weighed.add(one.feature)
    const pull = pulledClass(one, predicted, classes)
    known.set(one.feature, { mark: 'weighed', ...(pull !== undefined && { pull }) })
  }
  const spans = [...known.keys()].map((name) => name.split(' ').length)
  return { known, span: Math.min(MAX_SPAN, Math.max(1, ...spans)) }
}

/** Characters that are words on their own: scripts without spaces, emoji, currency signs. */
const ALONE =
  '\\p{Sc}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Extended_Pictographic}'
const LETTER = `(?:(?![${ALONE}])[\\p{L}\\p{N}\\p{M}_])`
/** Matches the tokenizer of the vectorizer. */
const wordPattern = new RegExp(`[${ALONE}]\\p{M}*|${LETTER}+(?:['’]${LETTER}+)*`, 'gu')

const normalizeWord = (word: string): string => word.replaceAll('’', "'")

interface FoundWord {
  readonly from: number
  readonly to: number
  readonly name: string
}

/** Finds the longest marked feature that starts at a word. */
const matchAt = (
  words: readonly FoundWord[],
  at: number,
  place: TextField,
  { known, span }: Marks,
): { readonly to: number; readonly next: number; readonly found: Mark } | undefined => {
  for (let count = Math.min(span, words.length - at); count > 0; count--) {
    const name = words
      .slice(at, at + count)
      .map((word) => word.name)
      .join(' ')
    const found = known.get(place + name.toLowerCase()) ?? known.get(place + name)
    if (found) return { to: words[at + count - 1]?.to ?? 0, next: at + count, found }
  }
  return undefined
}

/**
 * Splits a text into segments and marks important and new words.
 *
 * @example
 * const question = { predicted: 'spam', contributions: [{ feature: 'free', contribution: -0.2 }], unknownFeatures: ['subject:tranche'] }
 * const marks = collectMarks(question, ['ham', 'spam'])
 * markText('A Free offer', '', marks) // => [{ text: 'A ' }, { text: 'Free', mark: 'weighed', pull: 'ham' }, { text: ' offer' }]
 * markText('tranche', 'subject:', marks) // => [{ text: 'tranche', mark: 'new' }]
 */
export const markText = (text: string, place: TextField, marks: Marks): readonly Segment[] => {
  if (marks.known.size === 0) return text === '' ? [] : [{ text }]
  const words: FoundWord[] = [...text.matchAll(wordPattern)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
    name: normalizeWord(found[0]),
  }))
  const segments: Segment[] = []
  let done = 0
  for (let at = 0; at < words.length; ) {
    const hit = matchAt(words, at, place, marks)
    const from = words[at]?.from ?? 0
    at = hit?.next ?? at + 1
    if (!hit) continue
    if (from > done) segments.push({ text: text.slice(done, from) })
    segments.push({ text: text.slice(from, hit.to), ...hit.found })
    done = hit.to
  }
  if (done < text.length) segments.push({ text: text.slice(done) })
  return segments
}

/**
 * Returns the words new to the model, without duplicates, as written.
 *
 * @example
 * const marks = collectMarks({ predicted: 'ham', contributions: [], unknownFeatures: ['tranche'] }, ['ham', 'spam'])
 * findNewWords([['The Tranche, a tranche', '']], marks) // => ['Tranche']
 */
export const findNewWords = (
  texts: readonly (readonly [text: string, place: TextField])[],
  marks: Marks,
): readonly string[] => {
  const found = texts.flatMap(([text, place]) =>
    markText(text, place, marks).filter(({ mark }) => mark === 'new'),
  )
  return [...new Map(found.toReversed().map(({ text }) => [text.toLowerCase(), text])).values()].toReversed()
}

/**
 * Returns the features that are words, without prefixes and duplicates.
 *
 * @example
 * featureWords(['subject:grant', 'grant', 'header:date', 'tranche']) // => ['grant', 'tranche']
 */
export const featureWords = (features: readonly string[]): readonly string[] => [
  ...new Set(features.filter(isWord).map((feature) => feature.replace(/^[a-z-]+:(?=.)/, ''))),
]
