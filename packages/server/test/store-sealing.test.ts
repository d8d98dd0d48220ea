import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readKeys } from '../src/settings/keys.js'
import { parseKey, Sealer } from '../src/store/sealing.js'

test('a secret can be read with its key and by its owner only, and not if it was changed', () => {
  const keys = [randomBytes(32), randomBytes(32)]
  const sealer = new Sealer(keys)
  for (const secret of ['', 'whsec_abc', 'é'.repeat(300)]) {
    const sealed = sealer.seal(secret, 'h1')
    assert.equal(sealer.open(sealed, 'h1'), secret)
    assert.notEqual(sealer.seal(secret, 'h1'), sealed, 'another nonce')
    assert.throws(() => sealer.open(sealed, 'h2'), { code: 'store/broken' })
    assert.throws(() => new Sealer([keys[1] as Buffer]).open(sealed, 'h1'), { code: 'store/key' })
    assert.throws(() => new Sealer().open(sealed, 'h1'), { code: 'store/key' })
    const place = sealed.lastIndexOf(':') + 1
    const text = Buffer.from(sealed.slice(place), 'base64url')
    for (const at of [0, 13, text.length - 1]) {
      const changed = Buffer.from(text)
      changed[Math.min(at, text.length - 1)] = (changed[Math.min(at, text.length - 1)] ?? 0) ^ 1
      const forged = sealed.slice(0, place) + changed.toString('base64url')
      assert.throws(() => sealer.open(forged, 'h1'), { code: 'store/broken' })
    }
    assert.throws(() => sealer.open(sealed.slice(0, place), 'h1'), { code: 'store/broken' })
  }
  assert.equal(sealer.isOutdated('plain'), true)
  assert.equal(new Sealer([...keys].reverse()).isOutdated(sealer.seal('a', 'b')), true)
  assert.equal(new Sealer().seal('plain', 'h'), 'plain')
  assert.equal(new Sealer().isOutdated('plain'), false)
})

test('keys are 32 bytes in base64 or hexadecimal, from the settings and a file', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-keys-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const key = randomBytes(32)
  for (const form of ['hex', 'base64', 'base64url'] as const)
    assert.deepEqual(parseKey(`${key.toString(form)}\n`), key)
  for (const text of [
    '',
    'a',
    key.toString('hex').slice(1),
    randomBytes(31).toString('base64'),
    `${'!'.repeat(43)}`,
  ])
    assert.equal(parseKey(text), undefined, text)
  const secretKeyFile = join(folder, 'keys')
  const other = randomBytes(32)
  writeFileSync(secretKeyFile, `# the current one\n${other.toString('base64')}\n\n${key.toString('hex')}\n`)
  assert.deepEqual(readKeys({ secretKeys: [], secretKeyFile }), [other, key])
  assert.deepEqual(readKeys({ secretKeys: [key.toString('hex')], secretKeyFile: '' }), [key])
  assert.throws(
    () => readKeys({ secretKeys: ['hunter2'], secretKeyFile: '' }),
    ({ code, message }: Error & { code: string }) => code === 'setting/value' && !message.includes('hunter2'),
  )
  assert.throws(() => readKeys({ secretKeys: [], secretKeyFile: join(folder, 'none') }), {
    code: 'setting/file',
  })
})
