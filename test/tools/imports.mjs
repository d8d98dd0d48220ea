import { posix } from 'node:path'
import { ts } from './typescript.mjs'

/** All modules that a source names: imports, re-exports, `import()` and `import('…')` types. */
export const importsOf = (text, file = 'source.ts') => {
  const found = []
  const visit = (node) => {
    const add = (specifier, typeOnly) =>
      specifier && ts.isStringLiteralLike(specifier) && found.push({ specifier: specifier.text, typeOnly })
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false)
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node)) add(node.argument.literal, true)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022))
  return found
}

/**
 * Why a package may not import this; undefined if it may. `rule.packages` are the packages it may name,
 * `rule.types` those of which it may take types only, `rule.node` says whether Node's own modules are allowed.
 */
export const importProblem = (rule, folder, file, { specifier, typeOnly }) => {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(file), specifier)
    return target.startsWith(`${folder}/`) ? undefined : `leaves ${folder} by ${specifier}`
  }
  if (specifier.startsWith('node:'))
    return rule.node ? undefined : `imports ${specifier}, but must run without Node`
  const named = (packages = []) =>
    packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
  if (named(rule.packages)) return undefined
  if (!named(rule.types)) return `imports ${specifier}, which this package may not`
  return typeOnly ? undefined : `imports ${specifier}, of which this package may import types only`
}

/** The part of a package that a file belongs to: the folder directly under `folder`, or the file itself. */
export const partOf = (folder, file) =>
  file
    .slice(folder.length + 1)
    .split('/')[0]
    .replace(/\.[jt]s$/, '')

/** The edges between the parts of a package: part → part → one import that makes the edge. */
export const partGraph = (folder, sources) => {
  const graph = new Map()
  for (const [file, text] of sources)
    for (const { specifier } of importsOf(text, file)) {
      if (!specifier.startsWith('.')) continue
      const from = partOf(folder, file)
      const to = partOf(folder, posix.join(posix.dirname(file), specifier))
      if (from === to) continue
      if (!graph.has(from)) graph.set(from, new Map())
      graph.get(from).set(to, `${file} imports ${specifier}`)
    }
  return graph
}

/** One cycle of a graph as a list of imports; undefined if there is none. */
export const cycleOf = (graph) => {
  const done = new Set()
  const search = (part, path) => {
    const before = path.indexOf(part)
    if (before >= 0) return [...path.slice(before), part]
    if (done.has(part)) return undefined
    for (const next of graph.get(part)?.keys() ?? []) {
      const cycle = search(next, [...path, part])
      if (cycle) return cycle
    }
    done.add(part)
    return undefined
  }
  for (const part of graph.keys()) {
    const cycle = search(part, [])
    if (cycle) return cycle.slice(1).map((to, k) => `${cycle[k]} → ${to}: ${graph.get(cycle[k]).get(to)}`)
  }
  return undefined
}
