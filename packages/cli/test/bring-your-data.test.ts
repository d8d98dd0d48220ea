// Own process: it runs programs and waits for each.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { askance, program } from './tools/askance.js'

const page = fileURLToPath(new URL('../../../../docs/bring-your-data.md', import.meta.url))

/** The shell blocks of the page, with their headings. */
const blocks = readFileSync(page, 'utf8')
  .split(/^## /m)
  .flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'))
    return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script]) => ({ heading, script }))
  })

/** A script as the lines that call the command alone, and the parts between them. */
const stepsOf = (script: string): readonly string[] =>
  script.split(/^(?=askance )|(?<=^askance .*\n)/m).filter((step) => step !== '')

/** The arguments of a line; none of them is quoted. */
const argvOf = (line: string): readonly string[] => {
  const call = line.replace(/ +#.*/, '').trimEnd()
  assert.doesNotMatch(call, /["'\\$|<>&;*]/)
  return call.split(/ +/).slice(1)
}

describe('bring your data: every command on the page works', { skip: process.platform === 'win32' }, () => {
  // The blocks run in order in one folder.
  const folder = mkdtempSync(join(tmpdir(), 'askance-page-'))
  const outside = process.cwd()
  before(() => process.chdir(folder))
  after(() => process.chdir(outside))
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
    test(`${k + 1}: ${heading}`, async () => {
      let all = ''
      for (const step of stepsOf(script)) {
        if (step.startsWith('askance ')) {
          const { code, out, err } = await askance(argvOf(step))
          assert.equal(code, 0, `${step}\n${err}`)
          all += out + err
        } else {
          const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', step], { env, encoding: 'utf8' })
          assert.equal(status, 0, `${step}\n${stderr}`)
          all += stdout + stderr
        }
      }
      assert.notEqual(all, '')
    })
})
