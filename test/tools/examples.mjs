// Finds the examples in doc comments and Markdown, and makes them run.

import { rewritten } from './rewrite.mjs'
import { ts } from './typescript.mjs'

/** An example: `code` starts at `line` of `file`; `skip` is the reason not to run it; `problem` is an error in its mark. */
const exampleAt = (file, line, code, mark = '') => {
  const reason = /^no-run:\s*(\S.*)$/.exec(mark)?.[1]
  const problem =
    mark && !reason ? `"${mark}" is not known here; a block is skipped with "no-run: reason"` : undefined
  return { file, line, code, skip: reason, problem }
}

/** The fenced `ts` blocks of a Markdown text. */
export const examplesInMarkdown = (file, text, firstLine = 1) => {
  const examples = []
  let open
  for (const [k, line] of text.split(/\r?\n/).entries()) {
    const [, indent, fence, info] = /^(\s*)(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (!open) {
      if (fence) open = { indent, fence, info: info.trim(), line: firstLine + k + 1, code: [] }
    } else if (fence?.startsWith(open.fence) && info.trim() === '') {
      const [, language, mark] = /^(\S*)\s*(.*)$/.exec(open.info)
      if (language === 'ts' || language === 'typescript')
        examples.push(exampleAt(file, open.line, open.code.join('\n'), mark))
      open = undefined
    } else open.code.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
  }
  return examples
}

/** What follows each `@example` of the doc comments of a source: plain code, or fenced blocks. */
export const examplesInSource = (file, text) => {
  const examples = []
  for (const comment of text.matchAll(/^[ \t]*\/\*\*(?!\/)[\s\S]*?\*\//gm)) {
    const firstLine = text.slice(0, comment.index).split('\n').length
    const lines = comment[0]
      .replace(/^\s*\/\*\*/, '')
      .replace(/\*\/$/, '')
      .split(/\r?\n/)
      .map((line, k) => (k === 0 ? line : line.replace(/^\s*\*? ?/, '')))
    for (const [k, line] of lines.entries()) {
      const rest = /^\s*@example\b(.*)$/.exec(line)?.[1]
      if (rest === undefined) continue
      const end = lines.findIndex((other, j) => j > k && /^\s*@[a-z]\w*\b/.test(other))
      const body = [rest.trim(), ...lines.slice(k + 1, end < 0 ? undefined : end)].join('\n').trimEnd()
      if (/^\s*(`{3}|~{3})/m.test(body)) examples.push(...examplesInMarkdown(file, body, firstLine + k))
      else examples.push(exampleAt(file, firstLine + k, body))
    }
  }
  return examples
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor

/** Runs an example among the names of `scope`; `calls` has what rewritten code calls: the checks and `load`. */
export const runExample = async (example, scope, calls) => {
  const { outputText } = ts.transpileModule(`async function run$() {\n${rewritten(example)}\n}`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  })
  const names = Object.keys(scope).filter((name) => name !== 'default')
  const body = `${outputText}\nawait run$()`
  await new AsyncFunction('example$', ...names, body)(calls, ...names.map((name) => scope[name]))
}
