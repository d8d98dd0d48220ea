import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../../src/http/app.js'
import { createService } from '../../src/service/service.js'
import { defaultSettings } from '../../src/settings/table.js'
import { openStore } from '../../src/store/open.js'
import { checkShape, type Reply } from './http-app.js'
import { askingConfig } from './stream-life.js'

export const LEASE = 60_000

/** A service whose clock stands still until it is moved. Everybody says who they are. */
export class ClockBench {
  readonly app: FastifyInstance
  now = 1_790_000_000_000
  #clock: { now: number }

  constructor(app: FastifyInstance, clock: { now: number }) {
    this.app = app
    this.#clock = clock
    clock.now = this.now
  }

  pass(milliseconds: number): void {
    this.now += milliseconds
    this.#clock.now = this.now
  }

  async call(by: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Reply> {
    const url = `/v1/streams${path}`
    const response = await this.app.inject({
      method,
      url,
      headers: { host: 'localhost', 'x-askance-name': by, 'if-match': '*' },
      ...(body && { payload: body }),
    })
    const { statusCode: status, headers, body: text } = response
    const reply = { status, headers, text, json: JSON.parse(text) }
    checkShape(method, url, reply)
    return reply
  }

  /** What comes of a request that must go well. */
  async done(by: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
    const { status, text, json } = await this.call(by, method, path, body)
    assert.ok(status < 300, `${by}: ${method} ${path}: ${text}`)
    return json
  }

  /** A stream that asks about everything, with items of these ids. */
  async open(ids: readonly string[], config: object = {}): Promise<void> {
    await this.done('owner', 'POST', '', { ...askingConfig, measure: 0.5, ...config, id: 's' })
    if (ids.length > 0) await this.observe(ids)
  }

  async observe(ids: readonly string[]): Promise<void> {
    const items = ids.map((id, k) => ({ id, row: { index: [1 + (k % 9)], value: [1] } }))
    const { decisions } = await this.done('sender', 'POST', '/s/items', { items })
    for (const { id, asked } of decisions) assert.ok(asked, `${id} must be asked about`)
  }

  async lease(by: string, count = 1): Promise<string[]> {
    const { questions } = await this.done(by, 'POST', '/s/questions/lease', { count })
    for (const { leaseExpires } of questions) assert.equal(leaseExpires, this.now + LEASE)
    return questions.map(({ id }: { id: string }) => id)
  }

  /** The outcome of an answer, or the code with which it is refused. */
  async answer(by: string, id: string, label = 'spam'): Promise<string> {
    const { json } = await this.call(by, 'POST', `/s/questions/${id}/answer`, { label })
    return json.outcome ?? json.code
  }

  async counts(): Promise<{ items: number; open: number; spent: number; answers: number }> {
    return (await this.done('owner', 'GET', '/s')).status.counts
  }

  async leased(): Promise<number> {
    await this.done('owner', 'GET', '/s/questions')
    return (await this.done('owner', 'GET', '/s')).status.leased
  }
}

export const openClock = async (context: TestContext): Promise<ClockBench> => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-clock-'))
  const settings = { ...defaultSettings, anonymous: true, threads: 0, logLevel: 'silent' }
  const store = await openStore(join(folder, 'store.sqlite'))
  const clock = { now: 0 }
  const service = createService({ settings, store, clock: () => clock.now })
  const app = await createApp({ service, settings, version: '1.2.3' })
  context.after(async () => {
    await app.close()
    await service.close()
    rmSync(folder, { recursive: true })
  })
  return new ClockBench(app, clock)
}
