// Own process: it runs programs and waits for each.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { program } from './tools/askance.js'

const page = fileURLToPath(new URL('../../../../docs/bring-your-data.md', import.meta.url))

/** The shell blocks of the page, with their headings. */
const blocks = readFileSync(page, 'utf8')
  .split(/^## /m)
  .flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'))
    return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script]) => ({ heading, script }))
  })

describe('bring your data: every command on the page works', { skip: process.platform === 'win32' }, () => {
  // The blocks run in order in one folder.
  const folder = mkdtempSync(join(tmpdir(), 'askance-page-'))
  after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/askance'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(join(folder, 'bin/askance'), 0o755)
  const { ASKANCE_DATA: _, ...outer } = process.env
  const env = { ...outer, PATH: `${join(folder, 'bin')}${delimiter}${outer.PATH}` }

  test('there are commands for every format', () => {
    const all = blocks.map(({ script }) => script).join('\n')
    for (const ending of ['libsvm', 'vw', 'arff', 'csv', 'tsv', 'jsonl', 'parquet'])
      assert.match(all, new RegExp(`^askance run \\S+\\.${ending}\\b`, 'm'), ending)
  })

  for (const [k, { heading, script }] of blocks.entries())
    test(`${k + 1}: ${heading}`, () => {
      const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], {
        cwd: folder,
        env,
        encoding: 'utf8',
      })
      assert.equal(status, 0, `${script}\n${stderr}`)
      assert.notEqual(`${stdout}${stderr}`, '')
    })
})
