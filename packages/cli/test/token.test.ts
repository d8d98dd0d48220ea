import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { askance, folder, printed } from './tools/askance.js'

const DAY = 86_400_000

describe('askance token', () => {
  test('creates, lists and revokes', async (t) => {
    const store = ['--store', folder(t)('a.sqlite')]
    // A store in another folder is not created by looking at it.
    for (const command of [
      ['token', 'list'],
      ['erase', 'mails', '--ids', 'x'],
      ['backup', `${store[1]}.backup`],
    ]) {
      const { code, err } = await askance([...command, ...store])
      assert.match(`${code} ${err}`, /^1 .*there is no store .*a\.sqlite;/s)
    }
    const made = await askance(['token', 'create', '--role', 'owner', '--name', 'ada', ...store])
    assert.match(made.out, /^ask_[\w-]{43}\n$/)
    assert.match(made.err, /^Token for ada \(owner\)\. It will not be shown again\.\n$/)
    const limits = ['--stream', 'mails', '--expires-days', '2', '--json']
    const bob = JSON.parse(
      await printed('token', 'create', '--role', 'labeller', '--name', 'bob', ...limits, ...store),
    )
    assert.match(bob.token, /^ask_/)
    assert.equal(bob.expires - bob.created, 2 * DAY)
    assert.equal('hash' in bob, false)
    const listed = JSON.parse(await printed('token', 'list', '--json', ...store))
    assert.deepEqual(
      listed.map(({ name, role, stream }: Record<string, unknown>) => [name, role, stream]),
      [
        ['ada', 'owner', undefined],
        ['bob', 'labeller', 'mails'],
      ],
    )
    const text = await printed('token', 'list', ...store)
    assert.match(text, /^id +name +role +stream +created +expires +last used\n/)
    assert.ok(!text.includes('ask_'))
    const [ada] = listed
    assert.equal(ada.expires - ada.created, 365 * DAY, 'the default')
    const days = ['--expires-days', '0', '--grace-hours', '1']
    const rotated = await askance(['token', 'rotate', ada.id, ...days, ...store])
    assert.match(rotated.out, /^ask_[\w-]{43}\n$/)
    assert.notEqual(rotated.out, made.out)
    assert.match(
      rotated.err,
      /Token for ada \(owner\)\..*\nThe previous secret is valid until \d{4}-.*Z\.\n$/,
    )
    const [after] = JSON.parse(await printed('token', 'list', '--json', ...store))
    assert.deepEqual([after.id, after.expires, 'previous' in after], [ada.id, undefined, false])
    const missing = await askance(['token', 'rotate', 'x', ...store])
    assert.deepEqual([missing.code, missing.err], [1, 'askance: token x does not exist\n'])
    assert.equal(await printed('token', 'revoke', bob.id, ...store), `revoked ${bob.id}\n`)
    assert.equal(JSON.parse(await printed('token', 'list', '--json', ...store)).length, 1)
    const again = await askance(['token', 'revoke', bob.id, ...store])
    assert.deepEqual([again.code, again.err], [1, `askance: token ${bob.id} does not exist\n`])
  })

  test('finds the store in the environment', async (t) => {
    const env = { ASKANCE_STORE: folder(t)('a.sqlite') }
    await askance(['token', 'create', '--role', 'reader', '--name', 'eve'], { env })
    const { out } = await askance(['token', 'list'], { env, terminal: { columns: 120 } })
    assert.match(out, /eve/)
  })

  const mistakes: Record<string, [string[], RegExp]> = {
    'no action': [[], /token requires ACTION/],
    'another action': [['make'], /ACTION: found make, expected one of create, list, rotate, revoke/],
    'no name': [['create', '--role', 'owner'], /token create requires --name: the name of its user/],
    'no role': [['create', '--name', 'ada'], /token create requires --role: the role/],
    'another role': [
      ['create', '--name', 'a', '--role', 'boss'],
      /--role: found boss, expected one of owner, labeller/,
    ],
    'no time': [['create', '--name', 'a', '--role', 'owner', '--expires-days', '-1'], /whole number from 0/],
    'no id': [['revoke'], /token revoke requires ID: the token ID/],
    'no id to rotate': [['rotate'], /token rotate requires ID: the token ID/],
  }
  for (const [name, [argv, message]] of Object.entries(mistakes))
    test(`rejects ${name}`, async () => {
      const { code, err } = await askance(['token', ...argv])
      assert.match(err, message)
      assert.equal(code, 2)
    })

  test('hides the password of an invalid store URL', async () => {
    const { code, err } = await askance(['token', 'list', '--store', 'mysql://ada:secret@db/x'])
    assert.equal(code, 1)
    assert.match(err, /^askance: invalid store URL mysql:/)
    assert.ok(!err.includes('secret'))
  })
})
