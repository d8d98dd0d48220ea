/**
 * Makes an id from the letters and digits of a title, without accents; may be empty.
 *
 * @example
 * slugify('  Bookings: café mail! ') // => 'bookings-cafe-mail'
 * slugify('日本') // => ''
 */
export const slugify = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 50)
    .replace(/-+$/, '')
