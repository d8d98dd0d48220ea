import assert from 'node:assert/strict'
import { Random } from '@askance/core'
import { WideModel } from '@askance/core/internals'
import { decodePage, decodeVersion, isEnd } from '../../src/cluster/messages.js'
import { NatsWire } from '../../src/cluster/nats-wire.js'
import { wireName } from '../../src/cluster/wire.js'
import { keepVersions } from './keep-versions.js'
import { call } from './nodes.js'

export const STREAM = 'wide'
const PATH = `/v1/streams/${STREAM}`
const BATCH = 5
const ASKED = 1
const REPEATED = 4
const KEPT_ROW = 3

interface Answered {
  readonly predicted: string
  readonly probability: number
  readonly asked: boolean
}

/** Clients and a labeller of a wide stream, who repeat what was not answered. */
export class WideLoad {
  /** What clients were told about each item. */
  readonly decisions = new Map<string, Answered>()
  readonly answers = new Set<string>()
  /** The address of a service, which may change. */
  url: string
  /** How long a client has waited for an answer at most, in milliseconds. */
  longest = 0
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()
  #sent = 0

  constructor(url: string) {
    this.url = url
  }

  start(senders: number): void {
    const random = new Random(4, 'test/wide-load')
    this.#running = Promise.all([...Array.from({ length: senders }, () => this.#send(random)), this.#label()])
  }

  /** Ends when what is under way was answered. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async #send(random: Random): Promise<void> {
    while (!this.#isOver) {
      const items = Array.from({ length: BATCH }, () => ({
        id: `item ${this.#sent++}`,
        row: { index: [1, 2, 3], value: [random.normal(), random.normal(), random.normal()] },
      }))
      await this.#repeated(items)
      // Some clients did not see the response.
      if (random.uniform() < 0.1) await this.#repeated(items)
    }
  }

  async #repeated(items: readonly { readonly id: string }[]): Promise<void> {
    const begin = performance.now()
    for (;;) {
      const reply = await call(this.url, 'POST', `${PATH}/items`, { items }).catch(() => undefined)
      if (reply?.status === 200) {
        this.longest = Math.max(this.longest, performance.now() - begin)
        for (const { id, predicted, probability, asked } of reply.json.decisions)
          this.#note(id, { predicted, probability, asked })
        return
      }
      // 502: it was passed on to a node that died, and may have been stored.
      if (reply) assert.ok([502, 503].includes(reply.status), reply.text)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  #note(id: string, answered: Answered): void {
    const before = this.decisions.get(id)
    if (before) assert.deepEqual(answered, before, 'an item that is sent again has the same decision')
    this.decisions.set(id, answered)
  }

  async #label(): Promise<void> {
    while (!this.#isOver) {
      const leased = await call(this.url, 'POST', `${PATH}/questions/lease`, { count: 5 }).catch(
        () => undefined,
      )
      for (const { id, content } of leased?.json?.questions ?? []) {
        const label = content.row.value[0] > 0 ? 'b' : 'a'
        const path = `${PATH}/questions/${encodeURIComponent(id)}/answer`
        const reply = await call(this.url, 'POST', path, { label }).catch(() => undefined)
        if (reply?.status === 200) this.answers.add(id)
      }
      if (!leased?.json?.questions?.length) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** What the pages of a stream have: every item once, and P of every asked item again with the same bits. */
export const checkPages = async (
  servers: readonly string[],
  created: number,
): Promise<{
  readonly items: number
  readonly asked: number
  readonly repeated: number
}> => {
  keepVersions()
  const wire = await NatsWire.open({ servers, replicas: servers.length })
  try {
    return await checkedPages(wire, wireName(STREAM, created))
  } finally {
    await wire.close()
  }
}

const checkedPages = async (wire: NatsWire, name: string) => {
  const pages: Uint8Array[] = []
  for await (const { bytes } of wire.read({ kind: 'out', stream: name }, 0, false)) pages.push(bytes)
  // Read after the pages: workers may still decide about items that are repeated, with a new version.
  const versions = new Map<number, Uint8Array>()
  for await (const { bytes } of wire.read({ kind: 'model', stream: name }, 0, false))
    if (!isEnd(bytes)) versions.set(decodeVersion(bytes).number, bytes)
  const seen = new Set<number>()
  let [asked, repeated] = [0, 0]
  for (const bytes of pages) {
    const page = decodePage(bytes)
    const version = versions.get(page.status.version)
    assert.ok(version, `version ${page.status.version} was published`)
    const model = new WideModel(decodeVersion(version))
    let kept = 0
    page.flags.forEach((flag, at) => {
      if (flag & REPEATED) {
        repeated++
        return
      }
      const number = page.numbers[at] as number
      assert.ok(!seen.has(number), 'no item is decided twice')
      seen.add(number)
      const row = flag & KEPT_ROW ? page.rows.row(kept++) : undefined
      if (!(flag & ASKED) || !row) return
      asked++
      assert.equal(model.probability(row, page.terms), page.probability[at], 'P has the same bits')
    })
  }
  return { items: seen.size, asked, repeated }
}
