/** How many places a text takes. Our texts have neither wide nor combining characters. */
export const widthOf = (text: string): number => [...text].length

/** The text in lines of at most `width` places, broken between words; a longer word has a line of its own. */
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
