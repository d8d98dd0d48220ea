import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { Dispatcher, type DispatcherOptions, WAITS } from '../src/hooks/dispatcher.js'
import { verifyWebhook } from '../src/hooks/sign.js'
import { aHook, HookStore } from './hooks-tools.js'
import { until } from './support/until.js'

interface Request {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A local receiver that records requests and responds as configured. */
const receiver = async (
  t: TestContext,
  answer: (request: Request, response: ServerResponse, count: number) => void = (_, response) =>
    response.end(),
) => {
  const requests: Request[] = []
  const server: Server = createServer(async (message, response) => {
    let body = ''
    for await (const chunk of message) body += chunk
    const request = { path: message.url ?? '', headers: message.headers, body }
    requests.push(request)
    answer(request, response, requests.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { requests, port, url: `http://127.0.0.1:${port}/hook` }
}

/** A dispatcher with a clock of its own, which stops after the test. */
const dispatching = (t: TestContext, store: HookStore, options: Partial<DispatcherOptions> = {}) => {
  const clock = { now: 1_000_000 }
  const outcomes: string[] = []
  const dispatcher = new Dispatcher({
    store,
    settings: { privateHooks: true },
    now: () => clock.now,
    chance: () => 0.5,
    pause: 5,
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  })
  dispatcher.start()
  t.after(() => dispatcher.stop(0))
  return { clock, outcomes, dispatcher }
}

/** Until the dispatcher has looked twice more for what is due. */
const lookedTwice = (store: HookStore): Promise<void> => {
  const enough = store.looks + 2
  return until(() => store.looks >= enough, 'the dispatcher to look again')
}

const status = (code: number) => (_: Request, response: ServerResponse) => response.writeHead(code).end()

describe('the dispatcher', () => {
  test('delivers a signed message once', async (t) => {
    const { requests, url } = await receiver(t)
    const store = new HookStore()
    const hook = aHook({ url })
    const number = store.add(hook, '{"label":"grün"}')
    const { outcomes } = dispatching(t, store)
    await until(() => outcomes.length === 1, 'a delivery')
    assert.deepEqual(outcomes, ['delivered'])
    const { state, attempts, error } = store.get(number)
    assert.deepEqual({ state, attempts, error }, { state: 'delivered', attempts: 1, error: undefined })
    const [{ headers, body, path }] = requests
    assert.equal(path, '/hook')
    assert.equal(body, '{"label":"grün"}')
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['webhook-id'], 'msg_h1_1')
    assert.ok(verifyWebhook(hook.secret, { headers, body }, 1000))
    await lookedTwice(store)
    assert.equal(requests.length, 1)
  })

  test('retries with increasing delays and the same id', async (t) => {
    const { requests, url } = await receiver(t, (_, response, count) =>
      response.writeHead(count < 3 ? 500 : 204).end(),
    )
    const store = new HookStore()
    const number = store.add(aHook({ url }))
    const { clock, outcomes } = dispatching(t, store)
    await until(() => outcomes.length === 1, 'the first attempt')
    assert.equal(store.get(number).error, 'status 500')
    assert.equal(store.get(number).due, clock.now + 5000)
    clock.now += 4999
    await lookedTwice(store)
    assert.equal(requests.length, 1, 'not before it is due')
    clock.now += 1
    await until(() => outcomes.length === 2, 'the second attempt')
    assert.equal(store.get(number).due, clock.now + 30_000)
    clock.now += 30_000
    await until(() => outcomes.length === 3, 'the third attempt')
    assert.deepEqual(outcomes, ['failed', 'failed', 'delivered'])
    assert.deepEqual(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.notEqual(requests[0].headers['webhook-timestamp'], requests[2].headers['webhook-timestamp'])
  })

  test('gives up after the last attempt', async (t) => {
    const { requests, url } = await receiver(t, status(503))
    const store = new HookStore()
    const number = store.add(aHook({ url }))
    const { clock, outcomes } = dispatching(t, store)
    for (const [k, wait] of [...WAITS, 0].entries()) {
      await until(() => outcomes.length === k + 1, `attempt ${k + 1}`)
      clock.now += wait * 1000
    }
    assert.equal(requests.length, WAITS.length + 1)
    assert.equal(outcomes.at(-1), 'dead')
    assert.equal(store.get(number).state, 'dead')
    const days = WAITS.reduce((sum, wait) => sum + wait, 0) / 86_400
    assert.ok(days > 2.5 && days < 3.5)
  })

  const faults: Record<string, [Parameters<typeof receiver>[1], RegExp, Partial<DispatcherOptions>?]> = {
    'a redirect is not followed': [
      (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      /^status 302: redirects are not followed$/,
    ],
    'a receiver that says nothing': [() => {}, /^no response within 0.05 s$/, { timeout: 50 }],
    'a receiver that hangs up': [(_, response) => response.destroy(), /socket hang up/],
  }
  for (const [name, [answer, fault, options]] of Object.entries(faults))
    test(name, async (t) => {
      const { requests, url } = await receiver(t, answer)
      const store = new HookStore()
      const number = store.add(aHook({ url }))
      const { outcomes } = dispatching(t, store, options)
      await until(() => outcomes.length === 1, 'an attempt')
      assert.equal(outcomes[0], 'failed')
      assert.match(store.get(number).error ?? '', fault)
      assert.ok(requests.every(({ path }) => path === '/hook'))
    })

  test('reads only the start of a response', async (t) => {
    const { url } = await receiver(t, (_, response) => {
      const flood = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', flood).on('error', () => {})
      flood()
    })
    const store = new HookStore()
    store.add(aHook({ url }))
    const { outcomes } = dispatching(t, store)
    await until(() => outcomes.length === 1, 'an end')
    assert.deepEqual(outcomes, ['delivered'])
  })

  test('calls no private address, literal or resolved', async (t) => {
    const { requests, port } = await receiver(t)
    const store = new HookStore()
    // The last is a name that DNS or the hosts file of the machine gives a loopback address.
    const urls = ['127.0.0.1', '[::1]', 'localhost'].map((host) => `http://${host}:${port}/`)
    for (const [k, url] of urls.entries()) store.add(aHook({ id: `h${k}`, url }))
    const { outcomes } = dispatching(t, store, { settings: { privateHooks: false } })
    await until(() => outcomes.length === urls.length, 'all attempts')
    assert.deepEqual(new Set(outcomes), new Set(['failed']))
    assert.equal(requests.length, 0)
    for (const { error } of store.deliveries.values()) assert.match(error ?? '', /private network/)
  })

  test('a restart continues where the last process stopped', async (t) => {
    let isUp = false
    const { requests, url } = await receiver(t, (_, response) => response.writeHead(isUp ? 200 : 500).end())
    const store = new HookStore()
    const number = store.add(aHook({ url }))
    const first = dispatching(t, store)
    await until(() => first.outcomes.length === 1, 'the first attempt')
    await first.dispatcher.stop()
    isUp = true
    const second = dispatching(t, store)
    second.clock.now += 5000
    await until(() => second.outcomes.length === 1, 'the second attempt')
    assert.equal(store.get(number).state, 'delivered')
    assert.equal(store.get(number).attempts, 2)
    assert.equal(requests.length, 2)
  })

  test('an attempt aborted by shutdown does not count', async (t) => {
    const { requests, url } = await receiver(t, () => {})
    const store = new HookStore()
    const number = store.add(aHook({ url }))
    const { dispatcher } = dispatching(t, store)
    await until(() => requests.length === 1, 'a request')
    await dispatcher.stop(10)
    assert.deepEqual([store.get(number).state, store.get(number).attempts], ['waiting', 0])
  })
})
