/**
 * The anchor of a heading, as code hosts make it: lower case, without punctuation, blanks as hyphens. The site uses the same, so that
 * a link to a heading works in both. A heading that comes again gets a number.
 */
export const slugger = () => {
  const counts = new Map()
  return (heading) => {
    const slug = slugOf(heading)
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

export const slugOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** The text of a heading in Markdown. */
export const headingText = (markdown) =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/(?<![\w*])[*_]{1,2}(\S.*?)[*_]{1,2}(?!\w)/g, '$1')
