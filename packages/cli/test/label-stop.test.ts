// Own process: it runs and stops a service.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { folder } from './tools/askance.js'
import { launched } from './tools/served.js'
import { until } from './tools/until.js'

const unix = { skip: process.platform === 'win32' }

test('label --json prints one line of JSON, also if no question was answered', unix, async (t) => {
  const file = folder(t)('texts.csv')
  writeFileSync(file, `text\n${Array.from({ length: 20 }, (_, k) => `see you at ${k}`).join('\n')}\n`)
  const { child, texts, ended } = launched(t, [
    ...['label', file, '--port', '0', '--no-open', '--classes', 'ham,spam', '--json'],
  ])
  const shown = (): string => `${texts.out}${texts.err}`
  await until(() => child.exitCode !== null || /Ctrl-C/.test(texts.err), shown)
  child.kill('SIGINT')
  assert.equal(await ended, 0, shown())
  assert.equal(texts.out, '{"items":0,"asked":0}\n')
  assert.match(texts.err, /^No question was answered/m)
})
