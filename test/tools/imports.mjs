import { posix } from 'node:path'
import { ts } from './typescript.mjs'

/** All modules that a source names: imports, re-exports, `import()` and `import('…')` types. */
export const importsOf = (text) =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)

/**
 * Why a package may not import this; undefined if it may. `rule.packages` are the packages it may name, `rule.node` says whether
 * Node's own modules are allowed.
 */
export const importProblem = (rule, folder, file, specifier) => {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(file), specifier)
    return target.startsWith(`${folder}/`) ? undefined : `leaves ${folder} by ${specifier}`
  }
  if (specifier.startsWith('node:'))
    return rule.node ? undefined : `imports ${specifier}, but must run without Node`
  return rule.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
    ? undefined
    : `imports ${specifier}, which this package may not`
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
    for (const specifier of importsOf(text)) {
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
