/**
 * Numbers by their value, else by code point.
 *
 * @example
 * sortedLabels(['10', '9', '-1']) // => ['-1', '9', '10']
 * sortedLabels(['spam', '10', '9']) // => ['10', '9', 'spam']
 */
export const sortedLabels = (labels: readonly string[]): readonly string[] => {
  const numeric = labels.every((label) => label.trim() !== '' && !Number.isNaN(Number(label)))
  const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return labels.toSorted((a, b) => (numeric ? Number(a) - Number(b) : 0) || byCodePoint(a, b))
}
