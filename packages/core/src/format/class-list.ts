/**
 * Classes in a line. A name with a comma is quoted, so that it does not look like two.
 *
 * @example
 * classList(['Bug', 'Login, password']) // => 'Bug, "Login, password"'
 */
export const classList = (names: readonly string[]): string =>
  names.map((name) => (name.includes(',') ? `"${name}"` : name)).join(', ')
