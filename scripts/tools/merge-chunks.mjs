// Merges files of a bundle that are mostly used together: node needs as long to find and link a file as to read some kilobytes more.
import { basename } from 'node:path'
import { build } from 'esbuild'

/** How many bytes node reads and compiles in the time that it needs to find and link a file, and to load one of its own modules. */
const FILE_BYTES = 10_000
const BUILTIN_BYTES = 40_000
/** Modules of node that are always loaded. */
const LOADED = new Set(['fs', 'fs/promises', 'module', 'os', 'path', 'util'].map((name) => `node:${name}`))

/** Groups of the files that esbuild has written, and what each imports; a group is known by one of its files. */
class Groups {
  #files = new Map()
  #bytes = new Map()
  #imports = new Map()
  /** Others import entries by their names, so they stay alone. */
  #entries = []
  #closures = new Map()

  constructor(outputs) {
    for (const [file, { bytes, imports, entryPoint }] of Object.entries(outputs)) {
      const paths = imports
        .filter(({ path, kind }) => kind === 'import-statement' && !LOADED.has(path))
        .map(({ path }) => path)
      this.#imports.set(file, new Set(paths))
      this.#bytes.set(file, bytes)
      if (entryPoint === undefined) this.#files.set(file, [file])
      else this.#entries.push(file)
    }
  }

  get all() {
    return [...this.#files.values()]
  }

  get smallestFirst() {
    return [...this.#files.keys()].sort((a, b) => this.#bytes.get(a) - this.#bytes.get(b))
  }

  /** How many bytes less all entries load if the two are one file. Each entry counts the same. */
  gain(one, other) {
    if (this.#isCircular(one, other) || this.#isCircular(other, one)) return 0
    const together = new Set([...this.#closure(one), ...this.#closure(other)])
    return this.#entries.reduce((gain, entry) => {
      const loaded = this.#closure(entry)
      if (!loaded.has(one) && !loaded.has(other)) return gain
      const more = [...together].filter((path) => !loaded.has(path))
      return more.reduce((left, path) => left - this.#weight(path), gain + FILE_BYTES)
    }, 0)
  }

  join(one, other) {
    this.#files.get(one).push(...this.#files.get(other))
    this.#files.delete(other)
    this.#bytes.set(one, this.#bytes.get(one) + this.#bytes.get(other))
    for (const path of this.#imports.get(other)) this.#imports.get(one).add(path)
    this.#imports.delete(other)
    for (const paths of this.#imports.values()) if (paths.delete(other)) paths.add(one)
    this.#imports.get(one).delete(one)
    this.#closures.clear()
  }

  #weight(path) {
    return this.#bytes.has(path) ? FILE_BYTES + this.#bytes.get(path) : BUILTIN_BYTES
  }

  /** Whether a file imports the other by way of a third one: together, they would import it in a circle. */
  #isCircular(from, to) {
    return [...this.#imports.get(from)].some((path) => path !== to && this.#closure(path).has(to))
  }

  /** A file, and all that it imports, directly or not. */
  #closure(file) {
    const known = this.#closures.get(file)
    if (known) return known
    const found = new Set([file])
    for (const path of found) for (const next of this.#imports.get(path) ?? []) found.add(next)
    this.#closures.set(file, found)
    return found
  }
}

/** Groups of files that load faster as one. */
const groupsOf = (outputs) => {
  const groups = new Groups(outputs)
  for (let isDone = false; !isDone; ) {
    isDone = true
    for (const file of groups.smallestFirst) {
      const gains = groups.smallestFirst
        .filter((other) => other !== file)
        .map((other) => ({ other, gain: groups.gain(other, file) }))
      const best = gains.reduce((most, one) => (one.gain > most.gain ? one : most), { gain: 0 })
      if (best.gain === 0) continue
      groups.join(best.other, file)
      isDone = false
    }
  }
  return groups.all.filter((group) => group.length > 1)
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

/** Merges files among the outputs of esbuild; returns the text of each file by its name. */
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
