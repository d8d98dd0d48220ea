// Merges small files of a bundle: node needs longer to find and link a file than to read a few more kilobytes.
import { basename } from 'node:path'
import { build } from 'esbuild'

const MAX_BYTES = 24_000
/** Modules of node that are always loaded. */
const LOADED = new Set(['fs', 'fs/promises', 'module', 'os', 'path', 'util'].map((name) => `node:${name}`))

/** All files that a file imports, directly or not, and modules of node that are not always loaded. */
const closureOf = (outputs) => {
  const known = new Map()
  return function closure(file) {
    if (known.has(file)) return known.get(file)
    const found = new Set()
    known.set(file, found)
    for (const { path, kind, external } of outputs[file].imports) {
      if (kind !== 'import-statement' || LOADED.has(path)) continue
      found.add(path)
      if (!external) for (const one of closure(path)) found.add(one)
    }
    return found
  }
}

/**
 * Groups of small files that need the same large files and modules of node, and are used about as often. A file of a group
 * thus brings nothing but the other small ones, and groups do not import each other in a circle.
 */
const groupsOf = (outputs) => {
  const closure = closureOf(outputs)
  const files = Object.keys(outputs)
  const small = new Set(
    files.filter((file) => outputs[file].entryPoint === undefined && outputs[file].bytes <= MAX_BYTES),
  )
  const entries = files.filter((file) => outputs[file].entryPoint !== undefined)
  const groups = new Map()
  for (const file of small) {
    const needs = [...closure(file)].filter((path) => !small.has(path)).sort()
    const users = entries.filter((entry) => closure(entry).has(file)).length
    const key = [Math.round(Math.log2(users)), ...needs].join()
    groups.set(key, [...(groups.get(key) ?? []), file])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/** The name that an export has in the merged file: names are unique within one file only. */
const renamed = (name, place) => `${name}$${place}`

/** One file with what all of a group export. */
const merged = async (group, outputs, texts, options) => {
  const names = new Set(group.map((file) => basename(file)))
  const exported = (file, k) => outputs[file].exports.map((name) => `${name} as ${renamed(name, k)}`)
  const contents = group
    .map((file, k) => `export {${exported(file, k)}} from './${basename(file)}'`)
    .join('\n')
  const plugin = {
    name: 'group',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path }) =>
        names.has(basename(path)) ? { path: basename(path), namespace: 'group' } : { path, external: true },
      )
      onLoad({ filter: /.*/, namespace: 'group' }, ({ path }) => ({ contents: texts.get(path) }))
    },
  }
  const { outputFiles } = await build({ ...options, stdin: { contents }, plugins: [plugin], write: false })
  return outputFiles[0].text
}

const IMPORT = /\bimport\s*(?:\{([^}]*)\}\s*from\s*)?"\.\/([^"/]+\.js)"/g

/** The text with imports from the merged files; `places` has the merged file of a file, and its place in the group. */
const redirected = (text, places) =>
  text.replace(IMPORT, (statement, list, file) => {
    const found = places.get(file)
    if (!found) return statement
    if (list === undefined) return `import"./${found.file}"`
    const names = list.split(',').map((one) => {
      const [name, as = name] = one.trim().split(/\s+as\s+/)
      return `${renamed(name, found.place)} as ${as}`
    })
    return `import{${names}}from"./${found.file}"`
  })

/** Merges small files among the outputs of esbuild; returns the text of each file by its name. */
export const mergeChunks = async ({ outputFiles, metafile: { outputs } }, options) => {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
  const places = new Map()
  const made = new Map()
  for (const group of groupsOf(outputs)) {
    const file = basename(group[0])
    made.set(file, await merged(group, outputs, texts, options))
    for (const [place, one] of group.entries()) places.set(basename(one), { file, place })
  }
  const kept = [...texts].filter(([file]) => !places.has(file))
  return new Map([...kept, ...made].map(([file, text]) => [file, redirected(text, places)]))
}
