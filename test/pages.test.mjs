// Checks links, the index of the docs, and generated tables.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { test } from 'node:test'
import { code, table } from '../scripts/docs/markdown.mjs'
import { root } from '../scripts/tools/files.mjs'
import { headingText, slugger } from '../scripts/tools/slug.mjs'
import { groups } from '../site/.vitepress/groups.mjs'
import { read, repositoryFiles } from './tools/repository.mjs'

const pages = repositoryFiles().filter((file) => file.endsWith('.md') && !file.includes('/fixtures/'))

const REPOSITORY_PAGES = `${JSON.parse(read('package.json')).homepage.replace('#readme', '')}/blob/main/`

const withoutBlocks = (page) => read(page).replace(/^(\s*)(`{3,}).*?^\s*\2/gms, '')

/** The links of a page within the repository, without those inside code. The pages of published packages have absolute ones. */
const allLinksOf = (page) =>
  [
    ...withoutBlocks(page)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, target]) =>
      target.startsWith(REPOSITORY_PAGES) ? `/${target.slice(REPOSITORY_PAGES.length)}` : target,
    )
    .filter((target) => !/^[a-z]+:/.test(target))

/** Their targets, without anchors. */
const linksOf = (page) =>
  allLinksOf(page)
    .map((target) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '')

const anchorsOf = (page) => {
  const slug = slugger()
  const headings = withoutBlocks(page).matchAll(/^#{1,6} +(.*)$/gm)
  return new Set([...headings].map(([, heading]) => slug(headingText(heading))))
}

for (const page of pages)
  test(`${page}: has no broken links`, () => {
    for (const target of linksOf(page))
      assert.ok(
        existsSync(join(root, target.startsWith('/') ? '.' : dirname(page), target)),
        `${page} links to ${target}, which does not exist`,
      )
  })

test('anchors are those of headings', () => {
  const known = new Map(pages.map((page) => [page, anchorsOf(page)]))
  const broken = pages.flatMap((page) =>
    allLinksOf(page).filter((target) => {
      const [path, anchor] = target.split('#')
      const file = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(page), path)
      return anchor !== undefined && known.get(path === '' ? page : file)?.has(anchor) === false
    }),
  )
  assert.deepEqual(broken, [])
})

test('every page of docs is in the sidebar of the site, or in the index of results', () => {
  const listed = groups.flatMap((group) => group.pages.map(([, file]) => file))
  const inResults = linksOf('docs/results/README.md').map((target) => posix.join('docs/results', target))
  assert.deepEqual(
    pages.filter((page) => page.startsWith('docs/') && ![...listed, ...inResults].includes(page)),
    [],
  )
  assert.deepEqual(
    listed.filter((file) => !existsSync(join(root, file))),
    [],
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
