// Every example is executed: the @example of doc comments and the ts blocks of the pages.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { filesUnder, root } from '../scripts/tools/files.mjs'
import { checksFor } from './tools/checks.mjs'
import { examplesInMarkdown, examplesInSource, runExample } from './tools/examples.mjs'

/** The packages whose exports every example sees, once they have an entrance. */
const folders = [
  ['packages/core', '@askance/core'],
  ['packages/data', '@askance/data'],
  ['packages/bench', '@askance/bench'],
  ['packages/server', '@askance/server'],
]
const packages = folders
  .filter(([folder]) => existsSync(join(root, folder, 'src/index.ts')))
  .map(([, name]) => name)
const scope = Object.assign({}, ...(await Promise.all(packages.map((name) => import(name)))))
/** Doc comments may also name what only our own packages use; pages may not, as readers cannot. */
const internals = await import('@askance/core/internals')

const load = (specifier) => {
  assert.ok(
    specifier.startsWith('node:') || packages.some((name) => `${specifier}/`.startsWith(`${name}/`)),
    `an example may import ${packages.join(', ')} and node:, not ${specifier}`,
  )
  return import(specifier)
}

/** What the module of an example exports itself, for not all of it need be public. */
const ownExports = (file) => {
  const compiled = file.replace(/^(packages\/[^/]+)\/((?:src|assets)\/.+)\.tsx?$/, '$1/dist/$2.js')
  return compiled === file ? {} : import(pathToFileURL(join(root, compiled)).href)
}

const examples = filesUnder('.')
  .filter((file) => !file.includes('/fixtures/') && !file.endsWith('.generated.ts'))
  .flatMap((file) => {
    const read = () => readFileSync(join(root, file), 'utf8')
    if (file.endsWith('.md')) return examplesInMarkdown(file, read())
    return /^packages\/[^/]+\/(?:src|assets)\/.+\.tsx?$/.test(file) ? examplesInSource(file, read()) : []
  })

for (const example of examples)
  test(`${example.file}:${example.line}`, { skip: example.skip ?? false }, async () => {
    if (example.problem) assert.fail(`${example.file}:${example.line - 1}: ${example.problem}`)
    const shared = example.file.endsWith('.md') ? scope : { ...internals, ...scope }
    const names = { ...shared, ...(await ownExports(example.file)) }
    await runExample(example, names, { ...checksFor(example.file, scope.AskanceError), load })
  })

test('there are examples', () => assert.ok(examples.length > 0))
