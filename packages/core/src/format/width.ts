/** Characters that take no place of their own, and those of East Asian scripts and pictures that take two. */
const NONE = /\p{Mark}|\u200d/u
const TWO =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const ASCII = /^[ -~]*$/

/**
 * How many places of a terminal a text takes. Names of data sets and classes may be in any script.
 *
 * @example
 * widthOf('92.62 ± 0.72') // => 12
 * widthOf('数据') // => 4
 */
export const widthOf = (text: string): number => {
  if (ASCII.test(text)) return text.length
  let places = 0
  for (const character of text) if (!NONE.test(character)) places += TWO.test(character) ? 2 : 1
  return places
}

/** The text filled up with spaces to a width, on the side that the alignment leaves free. */
export const padded = (text: string, width: number, align: 'left' | 'right' = 'left'): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'left' ? text + space : space + text
}

/**
 * The text in lines of at most `width` places, broken between words; a longer word has a line of its own.
 *
 * @example
 * wrapped('a bb ccc', 4) // => ['a bb', 'ccc']
 */
export const wrapped = (text: string, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** The text wrapped and moved in by so many places. */
export const indented = (text: string, indent: number, width: number): string =>
  wrapped(text, width - indent)
    .map((line) => `${' '.repeat(indent)}${line}`)
    .join('\n')
