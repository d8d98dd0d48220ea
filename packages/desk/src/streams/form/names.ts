/**
 * The names in a text, between commas, tabs or lines. A name in double quotes may have commas.
 *
 * @example
 * namesIn('bug, "Login, password",') // => ['bug', 'Login, password']
 * namesIn('5", 7"') // => ['5"', '7"']
 */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/[^\S\n\t]*"([^"]*)"[^\S\n\t]*(?=[,\n\t]|$)|[^,\n\t]+/g)]
    .map(([whole, quoted]) => (quoted ?? whole).trim())
    .filter((name) => name !== '')

/**
 * Whether a text that is being typed ends a name: with a comma, but not one inside quotes.
 *
 * @example
 * isComplete('bug,') // => true
 * isComplete('"Login, pass') // => false
 */
export const isComplete = (text: string): boolean =>
  /[,\n\t]/.test(text.replace(/(^|[,\n\t])[^\S\n\t]*"[^"]*("(?=[^\S\n\t]*$)|$)/, '$1'))
