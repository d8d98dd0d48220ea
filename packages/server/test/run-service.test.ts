import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { verifyWebhook } from '../src/hooks/sign.js'
import { startServer } from '../src/run/index.js'
import { defaultSettings } from '../src/settings/index.js'
import { logged } from './run-tools.js'
import { until } from './support/until.js'

// A busy machine is slow, which must not be a warning.
const settings = { ...defaultSettings, port: 0, anonymous: true, privateHooks: true, threads: 0, slowMs: 0 }

/** The service itself, over a store of its own. */
const running = async (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-run-'))
  const { logger, lines } = logged('warn')
  const store = join(folder, 'a.sqlite')
  const start = () => startServer({ ...settings, store }, { logger, stdout: { write: () => {} } })
  const first = await start()
  const service = { current: first }
  t.after(async () => {
    await service.current.close()
    rmSync(folder, { recursive: true })
  })
  const call = async (method: string, path: string, body?: object): Promise<Record<string, never>> => {
    const response = await fetch(`${service.current.url}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
  const restart = async (): Promise<void> => {
    await service.current.close()
    service.current = await start()
  }
  const metric = async (series: string): Promise<number> => {
    const text = await (await fetch(`${service.current.url}/metrics`)).text()
    const line = text.split('\n').find((one) => one.startsWith(`askance_${series} `))
    return Number(line?.split(' ').at(-1))
  }
  return { call, restart, metric, lines }
}

/** A receiver of messages that can be down. */
const receiver = async (t: TestContext) => {
  const state = { isUp: true }
  const messages: { headers: Record<string, string>; body: string }[] = []
  const server = createServer(async (message, response) => {
    let body = ''
    for await (const chunk of message) body += chunk
    if (state.isUp) messages.push({ headers: message.headers as Record<string, string>, body })
    response.writeHead(state.isUp ? 200 : 500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { state, messages, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const items = Array.from({ length: 40 }, (_, k) => ({ id: `m${k}`, text: k % 2 ? 'buy now' : 'see you' }))
const stream = { id: 'mails', classes: ['ham', 'spam'], budget: { ratio: 1 }, seed: 1 }

describe('the service as a whole', () => {
  test('sends signed webhook messages and counts them', async (t) => {
    const { call, metric, lines } = await running(t)
    const { messages, url } = await receiver(t)
    await call('POST', '/v1/streams', stream)
    const hook = await call('POST', '/v1/streams/mails/hooks', { url })
    const { decisions } = await call('POST', '/v1/streams/mails/items', { items })
    const asked = (decisions as { asked: boolean }[]).filter((decision) => decision.asked).length
    assert.ok(asked > 0)
    await until(() => messages.length === asked, 'a message for each question')
    const { type, data } = JSON.parse(messages[0].body)
    assert.equal(type, 'question.opened')
    for (const message of messages) assert.ok(verifyWebhook(hook.secret, message))
    const answers = [{ id: data.id, label: 'spam' }]
    await call('POST', '/v1/streams/mails/answers', { answers })
    await until(() => messages.length === asked + 1, 'a message about the answer')
    assert.equal(JSON.parse(messages.at(-1)!.body).type, 'answer.learned')

    assert.equal(await metric('predictions_total'), items.length)
    assert.equal(await metric('labels_total{source="outside",outcome="learned"}'), 1)
    assert.equal(await metric('label_delay_seconds_count'), 1)
    assert.equal(await metric('model_version'), 1)
    assert.equal(await metric('streams_loaded'), 1)
    assert.equal(await metric('webhook_deliveries_total{outcome="delivered"}'), asked + 1)
    assert.equal(await metric('store_append_failures_total'), 0)
    assert.ok((await metric('store_append_duration_seconds_count')) >= 2)
    assert.deepEqual(lines(), [])
  })

  test('sends the predictions of a second together to a webhook that names them', async (t) => {
    const { call } = await running(t)
    const { messages, url } = await receiver(t)
    await call('POST', '/v1/streams', stream)
    const events = ['item.predicted']
    await call('POST', '/v1/streams/mails/hooks', { url, events })
    const filter = { classes: ['spam'], minConfidence: 0.6 }
    const { secret } = await call('POST', '/v1/streams/mails/hooks', { url: `${url}spam`, events, filter })
    const examples = items.map(({ text }, k) => ({ text, label: k % 2 ? 'spam' : 'ham' }))
    await call('POST', '/v1/streams/mails/examples', { items: examples })
    const start = performance.now()
    for (const item of items) await call('POST', '/v1/streams/mails/items', item)
    const sent = () => messages.map((message) => ({ ...message, json: JSON.parse(message.body) }))
    const ids = (isOf: (predictions: { predicted: string }[]) => boolean) =>
      sent().flatMap(({ json }) =>
        isOf(json.data.predictions) ? json.data.predictions.map(({ id }: { id: string }) => id) : [],
      )
    await until(() => ids(() => true).length === items.length * 1.5, 'all predictions')
    const seconds = (performance.now() - start) / 1000
    assert.ok(messages.length < 2 * (seconds + 2), `${messages.length} messages in ${seconds} s`)
    const [first] = sent()
    assert.equal(first.json.type, 'item.predicted')
    const spam = sent().find((message) => verifyWebhook(secret, message))
    for (const { predicted, confidence, ready, t } of spam!.json.data.predictions)
      assert.ok(predicted === 'spam' && confidence >= 0.6 && ready && t % 2 === 0)
  })

  test('takes text and features together, and true and false in features and fields', async (t) => {
    const { call } = await running(t)
    await call('POST', '/v1/streams', { ...stream, file: { name: 'mails.csv', columns: ['urgent', 'text'] } })
    const one = { text: 'buy now', features: { urgent: true, length: 7, from: 'shop' }, fields: [true, null] }
    const other = { text: 'see you', features: { urgent: false }, fields: [false, null] }
    const examples = [
      { ...one, label: 'spam' },
      { ...other, label: 'ham' },
    ]
    await call('POST', '/v1/streams/mails/examples', { items: examples })
    const { decisions } = await call('POST', '/v1/streams/mails/items', { items: [one, other] })
    assert.deepEqual(
      (decisions as { predicted: string }[]).map(({ predicted }) => predicted),
      ['spam', 'ham'],
    )
  })

  test('delivers a failed message after a restart', async (t) => {
    const { call, restart, metric } = await running(t)
    const { state, messages, url } = await receiver(t)
    state.isUp = false
    await call('POST', '/v1/streams', stream)
    await call('POST', '/v1/streams/mails/hooks', { url, events: ['question.opened'] })
    await call('POST', '/v1/streams/mails/items', { items: items.slice(0, 1) })
    const failed = 'webhook_deliveries_total{outcome="failed"}'
    await until(async () => (await metric(failed)) > 0)
    state.isUp = true
    await restart()
    await until(() => messages.length > 0, 'the message')
    assert.equal(messages[0].headers['webhook-id']?.startsWith('msg_'), true)
  })
})
