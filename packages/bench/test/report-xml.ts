import assert from 'node:assert/strict'

const NAME = '[A-Za-z][\\w:.-]*'
const TEXT = '(?:[^<&]|&(?:amp|lt|gt|quot|#39);)*'
const TAG = new RegExp(
  `<(/?)(${NAME})((?:\\s+${NAME}="(?:[^<&"]|&(?:amp|lt|gt|quot|#39);)*")*)\\s*(/?)>`,
  'y',
)
const BETWEEN = new RegExp(TEXT, 'y')

/** Fails unless the text is one well-formed XML element; stricter than XML itself, for we write it ourselves. */
export const assertWellFormed = (xml: string): void => {
  const open: string[] = []
  let at = 0
  let roots = 0
  while (at < xml.length) {
    BETWEEN.lastIndex = at
    const text = BETWEEN.exec(xml)?.[0] ?? ''
    if (open.length === 0) assert.equal(text.trim(), '', 'text outside of the element')
    at += text.length
    if (at === xml.length) break
    TAG.lastIndex = at
    const found = TAG.exec(xml)
    assert.ok(found, `not well-formed at: ${xml.slice(at, at + 80)}`)
    const [tag, closing, name = '', attributes = '', empty] = found
    const keys = [...attributes.matchAll(/([\w:.-]+)="/g)].map((match) => match[1])
    assert.equal(new Set(keys).size, keys.length, `an attribute is there twice: ${tag}`)
    if (closing) assert.equal(open.pop(), name)
    else {
      if (open.length === 0) roots++
      if (!empty) open.push(name)
    }
    at += tag.length
  }
  assert.deepEqual(open, [])
  assert.equal(roots, 1)
}
