// Checks links, the index of the docs, and generated tables.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { test } from 'node:test'
import { code, table } from '../scripts/docs/markdown.mjs'
import { root } from '../scripts/tools/files.mjs'
import { read, repositoryFiles } from './tools/repository.mjs'

const pages = repositoryFiles().filter((file) => file.endsWith('.md') && !file.includes('/fixtures/'))

const REPOSITORY_PAGES = `${JSON.parse(read('package.json')).homepage.replace('#readme', '')}/blob/main/`

/** The targets of a page's links within the repository, without those inside code. */
const linksOf = (page) => {
  const prose = read(page)
    .replace(/^(\s*)(`{3,}).*?^\s*\2/gms, '')
    .replace(/`[^`\n]*`/g, '')
  return (
    [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target.replace(/#.*$/, ''))
      // The pages of published packages have absolute links.
      .map((target) =>
        target.startsWith(REPOSITORY_PAGES) ? `/${target.slice(REPOSITORY_PAGES.length)}` : target,
      )
      .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
  )
}

for (const page of pages)
  test(`${page}: has no broken links`, () => {
    for (const target of linksOf(page))
      assert.ok(
        existsSync(join(root, target.startsWith('/') ? '.' : dirname(page), target)),
        `${page} links to ${target}, which does not exist`,
      )
  })

test('docs/README.md links to every page of docs, or to an index that does', () => {
  const indices = ['docs/README.md', 'docs/results/README.md']
  const linked = new Set(
    indices.flatMap((index) => linksOf(index).map((target) => posix.join(posix.dirname(index), target))),
  )
  const missing = pages.filter(
    (page) => page.startsWith('docs/') && page !== 'docs/README.md' && !linked.has(page),
  )
  assert.deepEqual(missing, [])
})

test('docs/dependencies.md has a row for every dependency and its version, and no other', () => {
  const declared = repositoryFiles()
    .filter((file) => /(^|\/)package\.json$/.test(file) && !file.includes('/fixtures/'))
    .map((file) => JSON.parse(read(file)))
    .flatMap(({ dependencies, devDependencies }) => [
      ...Object.entries(dependencies ?? {}),
      ...Object.entries(devDependencies ?? {}),
    ])
    .filter(([name]) => name !== 'askance' && !name.startsWith('@askance/'))
    .map(([name, version]) => `${name} ${version}`)
  const rows = read('docs/dependencies.md').matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\|/gm)
  const named = [...rows].map(([, name, version]) => `${name} ${version}`)
  // A dependency of several packages has a row for each.
  assert.deepEqual([...new Set(named)].sort(), [...new Set(declared)].sort())
})

test('escapes cells that would break a table', () => {
  assert.equal(
    table(['a', 'b'], [['x|y', 'one\n  two']]),
    '| a    | b       |\n| ---- | ------- |\n| x\\|y | one two |',
  )
  assert.equal(code('a'), '`a`')
  assert.equal(code('a`b'), '`` a`b ``')
})
