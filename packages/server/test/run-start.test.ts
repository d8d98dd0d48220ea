import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { App } from '../src/run/shutdown.js'
import { type Parts, startServer } from '../src/run/start.js'
import type { Service } from '../src/service/service.js'
import { defaultSettings } from '../src/settings/index.js'
import type { Page, TokenRecord } from '../src/store/records.js'
import type { Store } from '../src/store/store.js'
import { aHook, aPage, HookStore } from './hooks-tools.js'
import { logged } from './run-tools.js'
import { until } from './support/until.js'

/** Parts that note what is done with them. */
const fakeParts = (differing: Partial<Parts> = {}) => {
  const done: string[] = []
  const tokens: TokenRecord[] = []
  const hooks = new HookStore()
  const store = {
    close: async () => void done.push('store closed'),
    listTokens: async () => tokens,
    createToken: async (token: TokenRecord) => void tokens.push(token),
    note: async () => {},
    listStreams: async () => [],
    findItems: async () => [],
    tidy: async () => {},
    resealHooks: async () => ({ hooks: 0, changed: 0 }),
    dueDeliveries: hooks.dueDeliveries.bind(hooks),
    changeDelivery: hooks.changeDelivery.bind(hooks),
  } as unknown as Store
  let onPage: (page: Page) => void = () => {}
  const service = {
    now: () => 1000,
    ready: async () => void done.push('ready'),
    follow: (_: undefined, follower: typeof onPage) => {
      onPage = follower
      return () => void done.push('unfollowed')
    },
    close: async () => void done.push('service closed'),
  } as unknown as Service
  const app: App = {
    server: { closeAllConnections: () => {} },
    listen: async ({ host, port }) => {
      done.push('listening')
      return `http://${host}:${port}`
    },
    close: async () => void done.push('app closed'),
  }
  const parts: Parts = {
    openStore: async () => store,
    createService: () => service,
    createApp: async () => app,
    ...differing,
  }
  return { parts, done, tokens, hooks, tell: (page: Page) => onPage(page) }
}

const starting = (fake: ReturnType<typeof fakeParts>, settings = defaultSettings) => {
  let out = ''
  const { logger, lines } = logged()
  const stdout = { write: (text: string) => (out += text) }
  const running = startServer(settings, { stdout, logger, parts: fake.parts })
  return { running, lines, out: () => out }
}

describe('starting', () => {
  test('starts all parts and closes them in reverse order', async () => {
    const fake = fakeParts()
    const { running } = starting(fake)
    const { url, close } = await running
    assert.equal(url, 'http://127.0.0.1:8642')
    assert.deepEqual(fake.done, ['ready', 'listening'])
    await close()
    await close()
    assert.deepEqual(fake.done.slice(2), ['app closed', 'unfollowed', 'service closed'])
  })

  test('the first start shows a token, once, and never in the log', async () => {
    const fake = fakeParts()
    const first = starting(fake)
    await (await first.running).close()
    const token = /^ask_[\w-]{43}$/m.exec(first.out())?.[0]
    assert.ok(token)
    assert.match(first.out(), /shown only once/)
    assert.deepEqual(
      fake.tokens.map(({ name, role, stream }) => ({ name, role, stream })),
      [{ name: 'owner', role: 'owner', stream: undefined }],
    )
    assert.ok(!JSON.stringify(first.lines()).includes(token))
    const second = starting(fake)
    await (await second.running).close()
    assert.equal(second.out(), '')
    assert.equal(fake.tokens.length, 1)
  })

  test('creates no token in anonymous mode', async () => {
    const fake = fakeParts()
    const { running, out } = starting(fake, { ...defaultSettings, anonymous: true })
    await (await running).close()
    assert.deepEqual([out(), fake.tokens.length], ['', 0])
  })

  test('a failed start leaves nothing open and no token', async () => {
    const inUse = Object.assign(new Error('in use'), { code: 'EADDRINUSE' })
    const app = {
      server: { closeAllConnections: () => {} },
      listen: () => Promise.reject(inUse),
      close: async () => {},
    }
    const late = fakeParts({ createApp: () => app })
    await assert.rejects(starting(late).running, { code: 'listen/used' })
    assert.deepEqual(late.done, ['ready', 'unfollowed', 'service closed'])
    assert.equal(late.tokens.length, 0)
    const early = fakeParts({ createService: () => Promise.reject(new Error('no service')) })
    await assert.rejects(starting(early).running, /no service/)
    assert.deepEqual(early.done, ['store closed'])
  })

  test('a page with messages wakes the webhooks', async () => {
    const fake = fakeParts()
    const { running } = starting(fake)
    const { close } = await running
    const number = fake.hooks.add(aHook())
    fake.tell(aPage([], { deliveries: [{ hook: 'h1', event: 'answer.learned', body: '{}', due: 0 }] }))
    await until(() => fake.hooks.get(number).attempts === 1, 'an attempt')
    assert.match(fake.hooks.get(number).error ?? '', /private network/)
    await close()
  })
})

describe('the log', () => {
  test('logs the settings without passwords', async () => {
    const fake = fakeParts()
    const { running, lines } = starting(fake, { ...defaultSettings, store: 'postgres://ada:secret@db/x' })
    await (await running).close()
    const [line] = lines()
    assert.equal((line.settings as { store: string }).store, 'postgres://ada:***@db/x')
    assert.match(String(line.time), /^\d{4}-\d\d-\d\dT/)
    assert.equal(line.level, 'info')
  })

  test('redacts secrets at any depth', () => {
    const { logger, lines } = logged()
    const secret = 'hush'
    logger.info(
      { token: secret, hook: { secret }, req: { method: 'GET', url: `/x?a=1&token=${secret}&b=2` } },
      'x',
    )
    logger.info({ headers: { authorization: secret, cookie: secret }, body: { password: secret } }, 'y')
    assert.ok(!JSON.stringify(lines()).includes(secret))
    assert.equal((lines()[0].req as { url: string }).url, '/x?a=1&token=***&b=2')
  })

  test('respects the log level', () => {
    for (const [level, count] of [
      ['info', 2],
      ['error', 1],
      ['silent', 0],
    ] as const) {
      const { logger, lines } = logged(level)
      logger.debug('a')
      logger.info('b')
      logger.error('c')
      assert.equal(lines().length, count)
    }
  })
})
