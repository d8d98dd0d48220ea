import { ts } from './typescript.mjs'

const MARK = /^\/\/\s*=>\s*(.*)$/

/**
 * The code of an example with every `expression // => expected` turned into a call that checks it, and every import
 * into one that works inside a function. A mark that follows no expression is an error, lest it be passed over.
 */
export const rewritten = ({ file, line, code }) => {
  // Only a module may await at its top.
  const source = ts.createSourceFile('example.ts', `${code}\nexport {}`, ts.ScriptTarget.ES2022, true)
  refuseSyntaxErrors(source, file, line)
  const at = (position) => line + source.getLineAndCharacterOfPosition(position).line
  const edits = []
  const seen = new Set()

  const visit = (node) => {
    if (ts.isImportDeclaration(node)) edits.push(importEdit(node, source))
    const mark = ts.isStatement(node) && markAfter(node, code)
    const expression = mark && checkedExpression(node)
    if (expression) {
      seen.add(mark.pos)
      edits.push(checkEdit({ expression, node, mark, line: at(mark.pos), source }))
    } else ts.forEachChild(node, visit)
  }
  visit(source)

  for (const found of code.matchAll(/\/\/\s*=>/g))
    if (!seen.has(found.index)) throw new Error(`${file}:${at(found.index)}: "// =>" follows no expression`)
  return applied(code, edits)
}

const refuseSyntaxErrors = (source, file, line) => {
  const [first] = source.parseDiagnostics
  if (!first) return
  const where = line + source.getLineAndCharacterOfPosition(first.start).line
  throw new Error(`${file}:${where}: ${ts.flattenDiagnosticMessageText(first.messageText, '\n')}`)
}

/** The `// => …` on the line where a statement ends. */
const markAfter = (node, code) => {
  const comment = ts
    .getTrailingCommentRanges(code, node.end)
    ?.find(({ pos, end }) => MARK.test(code.slice(pos, end)))
  return comment && { ...comment, expected: MARK.exec(code.slice(comment.pos, comment.end))[1].trim() }
}

/** What a mark speaks of: the statement's expression, or the one variable that it declares. */
const checkedExpression = (node) => {
  if (ts.isExpressionStatement(node)) return node.expression
  if (!ts.isVariableStatement(node) || node.declarationList.declarations.length !== 1) return undefined
  const { name } = node.declarationList.declarations[0]
  return ts.isIdentifier(name) ? name : undefined
}

/** Blocks and not bare calls, for they may stand behind an `if` and after a line without a semicolon. */
const checkEdit = ({ expression, node, mark, line, source }) => {
  const statement = node.getText(source)
  const code = /^throws\s+(\S+)$/.exec(mark.expected)?.[1]
  const argument = (text) => `(${text}\n)`
  const text = code
    ? `{ try { ${statement}\n example$.missed('${code}', ${line}) } catch (error$) { example$.thrown(error$, '${code}', ${line}) } }`
    : `${ts.isVariableStatement(node) ? `${statement}\n` : ''}{ example$.equal(${[
        argument(expression.getText(source)),
        argument(mark.expected),
        JSON.stringify(mark.expected),
        line,
      ].join(', ')}) }`
  return { start: node.getStart(source), end: mark.end, text }
}

const importEdit = (node, source) => {
  const { importClause, moduleSpecifier } = node
  const load = `await example$.load(${moduleSpecifier.getText(source)});`
  const text = !importClause
    ? load
    : importClause.isTypeOnly
      ? ''
      : `const ${pattern(importClause, source)} = ${load}`
  return { start: node.getStart(source), end: node.end, text }
}

const pattern = ({ name, namedBindings }, source) => {
  if (namedBindings && ts.isNamespaceImport(namedBindings)) return namedBindings.name.text
  const named = (namedBindings?.elements ?? [])
    .filter((element) => !element.isTypeOnly)
    .map(({ propertyName, name: local }) =>
      propertyName ? `${propertyName.getText(source)}: ${local.text}` : local.text,
    )
  return `{ ${[...(name ? [`default: ${name.text}`] : []), ...named].join(', ')} }`
}

const applied = (code, edits) =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code)
