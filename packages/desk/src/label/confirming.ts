/** After so many rejected suggestions, the list of classes opens: reading it is quicker than more questions. */
const MAX_REJECTED = 3

interface Suggested {
  readonly predicted: string
  readonly likely: readonly { readonly label: string }[]
}

/** What the desk asks after some classes were rejected: one class, the list, or nothing because one class is left. */
export type Confirmation =
  | { readonly kind: 'class'; readonly label: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'settled'; readonly label: string }

/**
 * Accept or reject: asks about one class at a time, the suggestion first, then the most likely others. If every class but one
 * was rejected, that one is the answer, so with two classes a rejection is an answer, too. After three rejections, or without
 * further suggestions, the list of classes opens.
 *
 * @example
 * const question = { predicted: 'b', likely: [{ label: 'a' }, { label: 'b' }, { label: 'c' }] }
 * confirmation(question, ['a', 'b', 'c'], []) // => { kind: 'class', label: 'b' }
 * confirmation(question, ['a', 'b', 'c'], ['b']) // => { kind: 'class', label: 'a' }
 * confirmation(question, ['a', 'b', 'c'], ['b', 'a']) // => { kind: 'settled', label: 'c' }
 * confirmation(question, ['a', 'b', 'c', 'd'], ['b', 'a', 'c']) // => { kind: 'settled', label: 'd' }
 */
export const confirmation = (
  { predicted, likely }: Suggested,
  classes: readonly string[],
  rejected: readonly string[],
): Confirmation => {
  const left = classes.filter((label) => !rejected.includes(label))
  const [only] = left
  if (only !== undefined && left.length === 1 && rejected.length > 0) return { kind: 'settled', label: only }
  if (rejected.length >= MAX_REJECTED) return { kind: 'list' }
  const next = [predicted, ...likely.map(({ label }) => label)].find((label) => left.includes(label))
  return next === undefined ? { kind: 'list' } : { kind: 'class', label: next }
}
