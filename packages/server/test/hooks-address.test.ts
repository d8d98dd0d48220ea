import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { describe, test } from 'node:test'
import { serverLookup, systemLookup } from '../src/hooks/lookup.js'
import { checkHookUrl, guardedLookup, isPrivateAddress } from '../src/hooks/send.js'

const strict = { privateHooks: false }
const open = { privateHooks: true }

const PRIVATE_URLS = [
  'http://localhost/x',
  'http://LOCALHOST./x',
  'https://a.localhost:8080',
  'http://127.0.0.1',
  'http://127.1',
  'http://2130706433',
  'http://0x7f.0.0.1',
  'http://0177.0.0.1',
  'http://0.0.0.0',
  'http://10.1.2.3',
  'http://172.31.255.255',
  'http://192.168.1.1',
  'http://169.254.169.254/latest/meta-data',
  'http://100.100.100.200',
  'http://[::]',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:a9fe:a9fe]',
  'http://[::ffff:0:127.0.0.1]',
  'http://[::1:0:0:1]',
  'http://[::7f00:1:0:0]',
  'http://[64:ff9b::7f00:1]',
  'http://[64:ff9b::8.8.8.8]',
  'http://[64:ff9b:1::1]',
  'http://[64:ff9b:2::1]',
  'http://[ff::1]',
  'http://[fd00:ec2::254]',
  'http://[fe80::1]',
  'http://[2002:7f00:1::]',
]

describe('the address of a webhook', () => {
  for (const url of PRIVATE_URLS)
    test(`${url} is private`, () => {
      assert.throws(() => checkHookUrl(url, strict), { code: 'hook/url', message: /private network/ })
      assert.ok(checkHookUrl(url, open))
    })

  for (const url of [
    'https://example.org/a?b=c',
    'http://8.8.8.8:81/',
    'http://[2606:4700::1111]/',
    'http://172.32.0.1',
    'http://[::ffff:8.8.8.8]',
  ])
    test(`${url} is public`, () => assert.equal(checkHookUrl(url, strict).href, new URL(url).href))

  for (const url of ['ftp://example.org', 'file:///etc/passwd', 'javascript:1', 'example.org', ''])
    test(`${url || 'nothing'} is invalid`, () => {
      for (const settings of [strict, open])
        assert.throws(() => checkHookUrl(url, settings), { code: 'hook/url' })
    })

  test('rejects a password and does not print it', () => {
    assert.throws(
      () => checkHookUrl('https://ada:secret@example.org', open),
      ({ code, message }: Error & { code: string }) => code === 'hook/url' && !message.includes('secret'),
    )
  })

  test('treats an IPv4-mapped IPv6 address as IPv4', () => {
    assert.ok(isPrivateAddress('::ffff:10.0.0.1'))
    assert.ok(isPrivateAddress('::ffff:a9fe:a9fe'))
    assert.ok(!isPrivateAddress('::ffff:8.8.8.8'))
    assert.ok(!isPrivateAddress('0:0:0:0:0:ffff:808:808'))
  })
})

describe('a name of a webhook', () => {
  const lookedUp = (addresses: readonly LookupAddress[], settings = strict, all = true) =>
    new Promise((resolve, reject) => {
      guardedLookup(settings, async () => addresses)('name.example', { all }, (fault, found) =>
        fault ? reject(fault) : resolve(found),
      )
    })
  const good = { address: '8.8.8.8', family: 4 }
  const bad = { address: '127.0.0.1', family: 4 }

  test('resolves to its addresses', async () => {
    assert.deepEqual(await lookedUp([good]), [good])
    assert.equal(await lookedUp([good], strict, false), '8.8.8.8')
    assert.deepEqual(await lookedUp([bad], open), [bad])
  })

  test('is rejected if one address is private or there is none', async () => {
    await assert.rejects(lookedUp([good, bad]), { code: 'hook/url' })
    await assert.rejects(lookedUp([{ address: '::1', family: 6 }], strict, false), { code: 'hook/url' })
    await assert.rejects(lookedUp([]), /no address for name.example/)
  })

  test('leaves a place for other lookups of the system, whatever name servers do', async () => {
    const begun: string[] = []
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const system = systemLookup(async (hostname) => {
      begun.push(hostname)
      await ended
      return [good]
    })
    const asked = ['a', 'a', 'b', 'c', 'd'].map(system)
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(begun, ['a'])
    const failing = (code: string) => async () => Promise.reject(Object.assign(new Error(code), { code }))
    const servers = (code: string) => ({ resolve4: failing(code), resolve6: failing(code) })
    await assert.rejects(serverLookup(system, servers('ETIMEOUT') as never)('e'), /ETIMEOUT/)
    const known = { resolve4: async () => ['8.8.8.8'], resolve6: failing('ENODATA') }
    assert.deepEqual(await serverLookup(system, known as never)('f'), [good])
    end()
    assert.deepEqual(await Promise.all(asked), Array(5).fill([good]))
    assert.deepEqual(await serverLookup(system, servers('ENOTFOUND') as never)('in-hosts'), [good])
    assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'in-hosts'])
    await system('a')
    assert.equal(begun.at(-1), 'a', 'an address is not kept')
  })
})
