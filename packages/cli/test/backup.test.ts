import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { askance, folder, printed } from './tools/askance.js'
import { served } from './tools/served.js'

const tokens = (store: string): Promise<string> => printed('token', 'list', '--json', '--store', store)

describe('askance backup and restore', () => {
  test('copy everything to another store', async (t) => {
    const path = folder(t)
    const [from, to] = [path('a.sqlite'), path('b.sqlite')]
    await askance(['token', 'create', '--role', 'owner', '--name', 'ada', '--store', from])
    const out = await printed('backup', path('all.backup'), '--store', from)
    assert.match(out, /all\.backup, [\d,]+ bytes, in [\d.]+ s\n$/)
    assert.match(
      await printed('restore', path('all.backup'), '--store', to),
      /^restored .* into .*b\.sqlite in/,
    )
    assert.equal(await tokens(to), await tokens(from))
    const verified =
      /verified .*\.backup in [\d.]+ s: 0 streams, 0 events, 0 items, 0 snapshots; the digest of its content is right\n$/
    assert.match(await printed('backup', path('all.backup'), '--verify', '--store', from), verified)
    const both = await printed('backup', path('new.backup'), '--verify', '--store', from)
    assert.match(both, /^wrote .*new\.backup, /)
    assert.match(both, verified)
    writeFileSync(path('junk'), 'junk')
    const junk = await askance(['backup', path('junk'), '--verify', '--store', from])
    assert.equal(junk.code, 1)
    assert.match(junk.err, /^askance: .*junk is not a valid backup: /)
  })

  test('back up a running service', { skip: process.platform === 'win32' }, async (t) => {
    const path = folder(t)
    const { child, ended } = await served(t, ['--store', path('a.sqlite')])
    await printed('backup', path('all.backup'), '--store', path('a.sqlite'))
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
    await printed('restore', path('all.backup'), '--store', path('b.sqlite'))
    assert.equal(JSON.parse(await tokens(path('b.sqlite'))).length, 1)
  })

  test('do not overwrite, and reject files that are not backups', async (t) => {
    const path = folder(t)
    await askance(['token', 'create', '--role', 'owner', '--name', 'ada', '--store', path('a.sqlite')])
    await printed('backup', path('all.backup'), '--store', path('a.sqlite'))
    writeFileSync(path('junk'), 'junk')
    for (const [argv, message] of [
      [['backup', path('all.backup'), '--store', path('a.sqlite')], /all\.backup already exists/],
      [['restore', path('all.backup'), '--store', path('a.sqlite')], /already exists/],
      [['restore', path('junk'), '--store', path('c.sqlite')], /junk is not a valid backup/],
      [['restore', path('nowhere'), '--store', path('c.sqlite')], /nowhere is not a valid backup/],
    ] as const) {
      const { code, err } = await askance(argv)
      assert.match(err, message)
      assert.match(err, /^askance: [^\n]+\n$/)
      assert.equal(code, 1)
    }
    assert.equal((await askance(['backup'])).code, 2)
  })
})
