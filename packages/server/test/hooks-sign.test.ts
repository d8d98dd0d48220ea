import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { newHookSecret, sign, signedHeaders, verifyWebhook } from '../src/hooks/sign.js'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

describe('signatures', () => {
  test('match the Standard Webhooks example', () => {
    const body = '{"test": 2432232314}'
    assert.equal(
      sign(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, body),
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })

  test('are an HMAC of id, time and body, with any characters', () => {
    const body = JSON.stringify({ label: 'grün', id: 'naïve ✓' })
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const plain = createHmac('sha256', key).update(`m.17.${body}`, 'utf8').digest('base64')
    assert.equal(sign(secret, 'm', 17, body), `v1,${plain}`)
  })

  test('secrets are unique and long enough', () => {
    const [one, other] = [newHookSecret(), newHookSecret()]
    assert.notEqual(one, other)
    assert.match(one, /^whsec_[A-Za-z0-9+/]{43}=$/)
  })

  test('a receiver accepts only signed messages', () => {
    const headers = signedHeaders(secret, 'm', 1000, '{}')
    const good = { headers, body: '{}' }
    assert.ok(verifyWebhook(secret, good, 1000))
    assert.ok(verifyWebhook(secret, good, 1300))
    const several = { ...headers, 'webhook-signature': `v1,x v1a,y ${headers['webhook-signature']}` }
    assert.ok(verifyWebhook(secret, { headers: several, body: '{}' }, 1000))
    assert.ok(!verifyWebhook(secret, good, 1301), 'old')
    assert.ok(!verifyWebhook(secret, good, 699), 'from the future')
    assert.ok(!verifyWebhook(newHookSecret(), good, 1000), 'another secret')
    assert.ok(!verifyWebhook(secret, { headers, body: '{ }' }, 1000), 'another body')
    for (const name of Object.keys(headers))
      for (const value of [undefined, 'x'])
        assert.ok(!verifyWebhook(secret, { headers: { ...headers, [name]: value }, body: '{}' }, 1000), name)
  })
})
