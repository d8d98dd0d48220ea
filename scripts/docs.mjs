// Generates pages from the code: --write writes them, otherwise they are compared.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { algorithmsPage } from './docs/algorithms.mjs'
import { apiPage } from './docs/api.mjs'
import { cliPage } from './docs/cli.mjs'
import { errorsPage } from './docs/errors.mjs'
import { formatsPage } from './docs/formats.mjs'
import { formatted } from './docs/markdown.mjs'
import { securityPage } from './docs/security.mjs'
import { settingsPage } from './docs/settings.mjs'
import { root } from './tools/files.mjs'

const pages = [algorithmsPage, apiPage, cliPage, errorsPage, formatsPage, securityPage, settingsPage]

const write = process.argv.includes('--write')
const stale = []
for (const { file, render } of pages) {
  const path = join(root, file)
  const text = formatted(file, await render())
  // A checkout on Windows may have changed the line endings.
  if (existsSync(path) && readFileSync(path, 'utf8').replaceAll('\r\n', '\n') === text) continue
  stale.push(file)
  if (write) writeFileSync(path, text)
}

for (const file of stale)
  if (write) console.log(`Wrote ${file}.`)
  else console.error(`${file} is out of date. Update it with: npm run docs`)
if (stale.length === 0)
  console.log(`Generated pages up to date: ${pages.map(({ file }) => file).join(', ')}.`)
if (!write && stale.length > 0) process.exitCode = 1
