/** What a source exports by name. */
const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
const COMMENT = /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const WORD = /[A-Za-z_$][\w$]*/g

/** The examples of a doc comment see the exports of their own file. */
const exampleWords = (text) =>
  (text.match(/\/\*\*[\s\S]*?\*\//g) ?? [])
    .flatMap((comment) => comment.split('@example').slice(1))
    .flatMap((example) => example.match(WORD) ?? [])

/** Names that a source exports and that no other file mentions in its code, except in its own examples. */
export const unneededExports = (sources, files, read) => {
  /** In which files a word occurs: one of them, or several. */
  const places = new Map()
  for (const file of files) {
    const code = read(file).replaceAll(COMMENT, '')
    for (const word of new Set(code.match(WORD)))
      places.set(word, places.has(word) && places.get(word) !== file ? 'several' : file)
  }
  return sources.flatMap((file) => {
    const text = read(file)
    const ofExamples = new Set(exampleWords(text))
    return [...text.matchAll(EXPORT)]
      .map(([, name]) => name)
      .filter((name) => places.get(name) === file && !ofExamples.has(name))
      .map((name) => ({ file, name }))
  })
}
