// Own process: it runs and stops programs.
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { spamassassinMails } from '@askance/data'
import { askance, folder } from './tools/askance.js'
import type { View } from './tools/demo.js'
import { launched } from './tools/served.js'
import { until } from './tools/until.js'

const unix = { skip: process.platform === 'win32' }

/** The mails come from an optional package. */
const hasMails = async (): Promise<boolean> => {
  try {
    for await (const _ of spamassassinMails().batches()) return true
  } catch (error) {
    if ((error as { code?: string }).code !== 'dataset/package') throw error
  }
  return false
}

const started = (t: TestContext, argv: readonly string[]) => {
  const { child, texts, ended } = launched(t, ['demo', '--port', '0', ...argv])
  const shown = (): string => `${texts.out}${texts.err}`
  const url = async (): Promise<string> => {
    await until(() => child.exitCode !== null || /Ctrl-C/.test(texts.out), shown)
    return /http:\S+(?=\/)/.exec(texts.out)?.[0] ?? assert.fail(shown())
  }
  return { child, texts, ended, url }
}

describe('askance demo: the process', unix, () => {
  test('starts with real mails, stops, continues and exits with 0', async (t) => {
    if (!(await hasMails())) return t.skip('the optional package is not installed')
    const path = folder(t)
    const argv = ['--state', path('.'), '--pace', '0']
    const first = started(t, [...argv, '--items', '60', '--budget', '0.2'])
    const url = await first.url()
    const view = async (): Promise<View> => (await (await fetch(`${url}/v1/demo`)).json()) as View
    await until(
      async () => (await view()).state === 'waiting',
      () => first.texts.out,
    )
    assert.equal((await view()).total, 60)
    first.child.kill('SIGINT')
    assert.deepEqual([await first.ended, first.texts.err], [0, ''])

    const second = started(t, [...argv, '--simulate', '--delay', '0', '--exit'])
    assert.deepEqual([await second.ended, second.texts.err], [0, ''])
    assert.match(second.texts.out, /^\d+ of 60 mails had already arrived/m)
    assert.match(second.texts.out, /^All 60 mails are processed; 12 labels used\.$/m)
  })

  const mistakes: Record<string, readonly string[]> = {
    'a pace beyond all bounds': ['--pace', '1001'],
    'no budget': ['--budget', '0'],
    'a labeller who never answers': ['--delay', '31'],
    'too few items': ['--items', '9'],
  }
  for (const [name, argv] of Object.entries(mistakes))
    test(`${name}: exits with 2 and one line`, async () => {
      const { code, out, err } = await askance(['demo', ...argv])
      assert.match(err, new RegExp(`^askance: ${argv[0]}: found [^\n]+\n$`))
      assert.deepEqual([code, out], [2, ''])
    })
})
