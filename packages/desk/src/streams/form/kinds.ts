import type { VectorizerConfig } from '@askance/data'
import { defaultVectorizer } from '@askance/data/defaults'
import type { Schemas } from '@askance/server/client'

export const kinds = ['text', 'fields', 'vectors', 'unknown'] as const
export type Kind = (typeof kinds)[number]

export const textKinds = ['plain', 'short', 'email', 'url'] as const
type TextKind = (typeof textKinds)[number]

export const fieldKinds = ['mixed', 'numbers', 'counts'] as const
type FieldKind = (typeof fieldKinds)[number]

/** The item type chosen in the form. */
export interface ItemKind {
  readonly kind: Kind
  readonly texts: TextKind
  readonly fields: FieldKind
}

/** A sample item of each kind, used to look up the default vectorizer. */
const PARAGRAPH = 'A text of several sentences. '.repeat(20)
const samples: Readonly<Record<TextKind, { readonly text: string; readonly meta?: { subject: string } }>> = {
  plain: { text: PARAGRAPH },
  short: { text: 'A few words' },
  email: { text: PARAGRAPH, meta: { subject: 'A subject' } },
  url: { text: 'https://example.org/' },
}

/** Centring would destroy categories; missing counts are 0. */
const scalings = { mixed: 'max', numbers: 'standard', counts: 'none' } as const

/**
 * Returns the vectorizer that the service would choose. Undefined for vectors, and for unknown items, which
 * the service detects.
 *
 * @example
 * vectorizerFor({ kind: 'text', texts: 'url', fields: 'mixed' }, 2)?.text?.preset // => 'url'
 * vectorizerFor({ kind: 'unknown', texts: 'plain', fields: 'mixed' }, 2) // => undefined
 */
export const vectorizerFor = (
  { kind, texts, fields }: ItemKind,
  classes: number,
): Schemas['Vectorizer'] | undefined => {
  if (kind === 'text') return toSchema(suggestedVectorizer({ ...samples[texts], line: 1 }, classes))
  if (kind !== 'fields') return undefined
  const found = suggestedVectorizer({ features: { names: ['a'], values: [1] }, line: 1 }, classes)
  return found && toSchema({ ...found, features: { scaling: scalings[fields] } })
}

type Sample = Parameters<typeof defaultVectorizer>[0]['sample'][number]

const suggestedVectorizer = (item: Sample, classes: number): VectorizerConfig | undefined =>
  defaultVectorizer({ columns: [], sample: [item], classes })

/** Streams have no columns, only files do. */
const toSchema = (found: VectorizerConfig | undefined): Schemas['Vectorizer'] | undefined => {
  if (!found) return undefined
  const { text, features, index } = found
  const range = (given: readonly [number, number] | null): [number, number] | null => given && [...given]
  return {
    ...(text && { text: { ...text, words: range(text.words), characters: range(text.characters) } }),
    ...(features && { features }),
    index,
  }
}
