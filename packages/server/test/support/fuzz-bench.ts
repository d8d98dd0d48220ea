import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { TestContext } from 'node:test'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { makeToken, type NewToken } from '../../src/access/tokens.js'
import { createApp } from '../../src/http/app.js'
import { createLogger } from '../../src/logs/logger.js'
import { defaultParts, type Running, startServer } from '../../src/run/start.js'
import type { Service } from '../../src/service/service.js'
import { defaultSettings, type Settings } from '../../src/settings/table.js'
import type { Store } from '../../src/store/store.js'
import { checkShape, type Reply } from './http-app.js'

/** A request that may be as odd as can be. */
export interface Sent {
  readonly method: string
  readonly url: string
  /** Whose token is sent: a name, a token, or `nobody`. */
  readonly as?: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** Changes the app before it listens. */
type Prepare = (app: FastifyInstance) => void

/** Nothing that is answered at all takes so long. */
const HANGS = 300_000

/** What is promised, if it comes in time. */
const within = async <Value>(
  milliseconds: number,
  what: string,
  promised: Promise<Value>,
): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} is not answered`)), milliseconds)
  })
  return Promise.race([promised, late]).finally(() => clearTimeout(timer))
}

/** The whole service as it is started for users, over an SQLite file, with everything that it logs. */
export class FuzzBench {
  readonly path: string
  readonly tokens: Record<string, string> = {}
  readonly #settings: Partial<Settings>
  readonly #prepare: Prepare
  #log = ''
  #shown = ''
  #running: Running | undefined
  #parts: { app?: FastifyInstance; service?: Service; store?: Store } = {}

  constructor(path: string, settings: Partial<Settings>, prepare: Prepare) {
    this.path = path
    this.#prepare = prepare
    this.#settings = settings
  }

  get app(): FastifyInstance {
    return this.#parts.app as FastifyInstance
  }

  get service(): Service {
    return this.#parts.service as Service
  }

  get store(): Store {
    return this.#parts.store as Store
  }

  get url(): string {
    return this.#running?.url ?? ''
  }

  /** All that was logged. */
  get log(): string {
    return this.#log
  }

  /** What the first start showed: the first token. */
  get shown(): string {
    return this.#shown
  }

  async start(): Promise<this> {
    const settings = { ...defaultSettings, store: this.path, port: 0, logLevel: 'trace', ...this.#settings }
    const output = new Writable({
      write: (chunk, _, done) => {
        this.#log += chunk
        done()
      },
    })
    this.#running = await startServer(settings, {
      logger: createLogger(settings, output),
      stdout: { write: (text) => (this.#shown += text) },
      parts: {
        openStore: async (...given) => (this.#parts.store = await defaultParts.openStore(...given)),
        createService: (options) => (this.#parts.service = defaultParts.createService(options) as Service),
        createApp: async (options) => {
          const app = await createApp(options)
          this.#prepare(app)
          this.#parts.app = app
          return app
        },
      },
    })
    return this
  }

  async close(): Promise<void> {
    await this.#running?.close()
    this.#running = undefined
  }

  async restart(): Promise<void> {
    await this.close()
    await this.start()
  }

  /** Creates a token directly in the store. */
  async give(wish: NewToken): Promise<string> {
    const { token, record } = makeToken(wish, Date.now())
    await this.store.createToken(record)
    this.tokens[wish.name] = token
    return token
  }

  /** Sends a request past the network, and looks that the answer is as declared. */
  async send({ method, url, as = 'owner', body, headers = {} }: Sent): Promise<Reply> {
    const request: InjectOptions = {
      method: method as 'GET',
      url,
      headers: {
        host: 'localhost:8642',
        ...(as !== 'nobody' && { authorization: `Bearer ${this.tokens[as] ?? as}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: body }),
    }
    const response = await within(HANGS, `${method} ${url}`, this.app.inject(request))
    const type = String(response.headers['content-type'] ?? '').split(';')[0] ?? ''
    const isJson = type.endsWith('json') && !type.includes('ndjson') && response.body !== ''
    const reply: Reply = {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      json: isJson ? JSON.parse(response.body) : undefined,
    }
    if (method !== 'HEAD' && method !== 'OPTIONS') checkShape(method, url, reply)
    return reply
  }

  /** Asks over the network, where an answer may be endless, or longer than a text can be. */
  fetch(url: string, as = 'owner', signal = AbortSignal.timeout(HANGS)): Promise<Response> {
    return fetch(`${this.url}${url}`, {
      headers: { authorization: `Bearer ${this.tokens[as] ?? as}` },
      signal,
    })
  }

  /** A JSON request as one makes it. */
  json(method: string, url: string, value?: unknown, as = 'owner', headers = {}): Promise<Reply> {
    return this.send({
      method,
      url,
      as,
      ...(value !== undefined && { body: JSON.stringify(value) }),
      headers: { ...(value !== undefined && { 'content-type': 'application/json' }), ...headers },
    })
  }
}

/** A bench with an owner, two labellers and a reader, cleared away after the test. */
export const openBench = async (
  context: TestContext,
  settings: Partial<Settings> = {},
  prepare: Prepare = () => undefined,
): Promise<FuzzBench> => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-fuzz-'))
  const bench = new FuzzBench(join(folder, 'store.sqlite'), settings, prepare)
  context.after(async () => {
    await bench.close()
    rmSync(folder, { recursive: true })
  })
  await bench.start()
  if (settings.anonymous) return bench
  await bench.give({ name: 'owner', role: 'owner' })
  await bench.give({ name: 'ada', role: 'labeller' })
  await bench.give({ name: 'bo', role: 'labeller' })
  await bench.give({ name: 'rita', role: 'reader' })
  return bench
}
