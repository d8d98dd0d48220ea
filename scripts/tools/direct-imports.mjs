// Imports from the files of our packages instead of their indexes. An index belongs to every file that imports from it: a
// bundle with shared files would bring all of a package to each command.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './files.mjs'

const INDEXES = {
  '@askance/core': 'core/dist/src/index.js',
  '@askance/core/internals': 'core/dist/src/internals.js',
  '@askance/data': 'data/dist/src/index.js',
  '@askance/bench': 'bench/dist/src/index.js',
  '@askance/bench/play': 'bench/dist/src/play/index.js',
}

const DECLARED = /^export (?:const|let|class|(?:async )?function\*?) ([\w$]+)/gm
const LISTED = /^export \{([^}]*)\}(?: from '(\.[^']+)')?/gm
const ALL = /^export \* from '(\.[^']+)'/gm

const pairsOf = (list) =>
  list
    .split(',')
    .filter((one) => one.trim() !== '')
    .map((one) => one.trim().split(/\s+as\s+/))

const known = new Map()

/** By the name of an export of a compiled file: the file that declares it, and its name there. */
const exportsOf = (file) => {
  if (known.has(file)) return known.get(file)
  const found = new Map()
  known.set(file, found)
  const text = readFileSync(file, 'utf8')
  const at = (path) => join(dirname(file), path)
  for (const [, path] of text.matchAll(ALL))
    for (const [name, place] of exportsOf(at(path))) found.set(name, place)
  for (const [, name] of text.matchAll(DECLARED)) found.set(name, { file, name })
  for (const [, list, path] of text.matchAll(LISTED))
    for (const [name, as = name] of pairsOf(list))
      found.set(as, (path && exportsOf(at(path)).get(name)) || { file, name: as })
  return found
}

const IMPORT = /^import \{([^}]*)\} from '(@askance\/[^']+)';?$/gm

/** The text with direct imports; what an index itself declares stays as it is. */
const direct = (text) =>
  text.replace(IMPORT, (statement, list, index) => {
    if (!Object.hasOwn(INDEXES, index)) return statement
    const places = exportsOf(join(root, 'packages', INDEXES[index]))
    return pairsOf(list)
      .map(([name, as = name]) => {
        const place = places.get(name)
        return `import { ${place?.name ?? name} as ${as} } from '${place?.file ?? index}';`
      })
      .join('')
  })

export const directImports = {
  name: 'direct-imports',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/][^\\/]+[\\/]dist[\\/]src[\\/].*\.js$/ }, ({ path }) => ({
      contents: direct(readFileSync(path, 'utf8')),
    }))
  },
}
