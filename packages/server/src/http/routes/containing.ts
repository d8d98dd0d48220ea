const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/**
 * Whether the id or the content of an item contains a text, as people see it: the names of features count, those of the fields
 * around them do not. Upper and lower case are the same (ASCII), as in the store.
 *
 * @example
 * containsText({ id: 'a', content: { text: 'Win a prize' } }, 'PRIZE') // => true
 * containsText({ id: 'a', content: { text: 'Win a prize' } }, 'text') // => false
 * containsText({ id: 'a', content: { features: { age: 3 } } }, 'age') // => true
 */
export const containsText = (
  { id, content }: { readonly id: string; readonly content: unknown },
  search: string,
): boolean => {
  const wanted = lowerAscii(search)
  const isIn = (value: unknown): boolean => {
    if (typeof value === 'object' && value !== null) return Object.values(value).some(isIn)
    return value !== null && lowerAscii(String(value)).includes(wanted)
  }
  const { features = {} } = (content ?? {}) as { readonly features?: object }
  return isIn(id) || isIn(content) || Object.keys(features).some(isIn)
}
