import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Entry,
  MAX_STORED,
  Outbox,
  type OutboxOptions,
  parseEntries,
  type SendProblem,
  type Sent,
} from '../src/label/outbox.js'

const entry = (key: string, more: Partial<Entry> = {}): Entry => ({
  key,
  who: 'Ada',
  stream: 'mail',
  id: `item ${key}`,
  action: 'answer',
  label: 'ham',
  title: key,
  ...more,
})

class Fault extends Error {
  readonly problem: SendProblem
  constructor(kind: SendProblem['kind']) {
    super(kind)
    this.problem = { kind, reason: kind }
  }
}

interface Bench {
  stored: readonly Entry[]
  canStore: boolean
  /** Errors thrown by successive sends; then sending succeeds. */
  errors: (Fault | undefined)[]
  readonly sent: string[]
  readonly waits: number[]
  wake: (() => void) | undefined
}

const bench = (stored: readonly Entry[] = []): Bench => ({
  stored,
  canStore: true,
  errors: [],
  sent: [],
  waits: [],
  wake: undefined,
})

const outboxOn = (at: Bench, more: Partial<OutboxOptions> = {}): Outbox =>
  new Outbox({
    who: 'Ada',
    storage: {
      read: () => at.stored,
      write: (entries) => {
        if (at.canStore) at.stored = entries
        return at.canStore
      },
    },
    send: async ({ key }, again): Promise<Sent> => {
      at.sent.push(again ? `${key} again` : key)
      const error = at.errors.shift()
      if (error) throw error
      return { outcome: 'done' }
    },
    toSendProblem: (error) =>
      error instanceof Fault ? error.problem : { kind: 'offline', reason: String(error) },
    withLock: (task) => task(),
    schedule: (call, milliseconds) => {
      at.waits.push(milliseconds)
      at.wake = call
      return () => {
        at.wake = undefined
      }
    },
    ...more,
  })

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('sends entries in order and stores them until accepted', async () => {
  const at = bench()
  const outbox = outboxOn(at)
  outbox.add(entry('a'), entry('b'))
  assert.deepEqual(
    at.stored.map(({ key }) => key),
    ['a', 'b'],
  )
  outbox.add(entry('c'))
  await settled()
  assert.deepEqual(at.sent, ['a', 'b', 'c'])
  assert.deepEqual(at.stored, [])
  assert.deepEqual(outbox.entries, [])
})

test('retries offline entries with growing delays', async () => {
  const at = bench()
  at.errors = [new Fault('offline'), new Fault('offline'), undefined]
  const outbox = outboxOn(at)
  outbox.add(entry('a'))
  await settled()
  outbox.add(entry('b'))
  await settled()
  assert.equal(outbox.problem?.kind, 'offline')
  assert.deepEqual(at.sent, ['a'], 'nothing overtakes')
  assert.deepEqual(
    at.stored.map(({ key }) => key),
    ['a', 'b'],
  )
  at.wake?.()
  await settled()
  assert.deepEqual(at.waits, [1000, 2000])
  outbox.retry()
  await settled()
  assert.deepEqual(at.sent, ['a', 'a again', 'a again', 'b'])
  assert.equal(outbox.problem, undefined)
  assert.deepEqual(at.stored, [])
})

test('sends entries of an earlier visit, but not those of others', async () => {
  const at = bench([entry('old'), entry('other', { who: 'Bo' })])
  const outbox = outboxOn(at)
  await outbox.run()
  assert.deepEqual(at.sent, ['old again'])
  assert.deepEqual(
    at.stored.map(({ key }) => key),
    ['other'],
  )
})

test('a refused entry stays until discarded', async () => {
  const at = bench()
  at.errors = [new Fault('refused')]
  const outbox = outboxOn(at)
  outbox.add(entry('a'), entry('b'))
  await settled()
  assert.equal(outbox.problem?.kind, 'refused')
  assert.deepEqual(at.waits, [], 'it is not tried again by itself')
  outbox.discardFirst()
  await settled()
  assert.deepEqual(at.sent, ['a', 'b'])
  assert.deepEqual(outbox.entries, [])
})

test('only unsent entries can be cancelled', async () => {
  const at = bench()
  at.errors = [new Fault('offline')]
  const outbox = outboxOn(at)
  outbox.add(entry('a'), entry('b'))
  assert.equal(outbox.cancel('a'), false, 'it is under way')
  await settled()
  assert.equal(outbox.cancel('a'), false, 'the service may have it')
  assert.equal(outbox.cancel('b'), true)
  assert.equal(outbox.cancel('c'), false)
  assert.deepEqual(
    at.stored.map(({ key }) => key),
    ['a'],
  )
})

test('refused entries can be cancelled, and unneeded ones are not undone', async () => {
  const at = bench()
  at.errors = [new Fault('refused')]
  const refused = outboxOn(at)
  refused.add(entry('a'), entry('b'))
  await settled()
  assert.equal(refused.cancel('a'), true)
  await settled()
  assert.deepEqual(at.sent, ['a', 'b'])
  const undo = { key: 'undo', id: 'item a', action: 'undo' } as const
  const sent: string[] = []
  const outbox = outboxOn(bench(), {
    send: async ({ key }) => {
      sent.push(key)
      return { outcome: key === 'a' ? 'unneeded' : 'done' }
    },
  })
  outbox.add(entry('a'), entry('undo', undo), entry('b'))
  await settled()
  assert.deepEqual(sent, ['a', 'b'])
})

test('skips entries sent by another tab', async () => {
  const at = bench()
  let open: (() => void) | undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const outbox = outboxOn(at, { withLock: (task) => gate.then(task) })
  outbox.add(entry('a'), entry('b'))
  at.stored = at.stored.filter(({ key }) => key !== 'a')
  open?.()
  await settled()
  assert.deepEqual(at.sent, ['b'])
})

test('reports missing storage and still sends', async () => {
  const at = bench()
  at.canStore = false
  const outbox = outboxOn(at)
  outbox.add(entry('a'))
  assert.equal(outbox.isStored, false)
  await settled()
  assert.deepEqual(at.sent, ['a'])
})

test('sends what could not be stored', async () => {
  const at = bench()
  at.errors = [new Fault('offline')]
  const outbox = outboxOn(at)
  const keys = Array.from({ length: MAX_STORED + 2 }, (_, k) => String(k))
  outbox.add(...keys.map((key) => entry(key)))
  assert.equal(outbox.isStored, false)
  assert.equal(at.stored[0]?.key, '0')
  await settled()
  at.canStore = false
  outbox.add(entry('refused by the device'))
  at.canStore = true
  at.wake?.()
  await settled()
  assert.equal(outbox.isStored, true)
  assert.deepEqual(at.sent, ['0', '0 again', ...keys.slice(1), 'refused by the device'])
  assert.deepEqual(at.stored, [])
})

test('reports the outcome of each entry', async () => {
  const applyEvent: string[] = []
  const outbox = outboxOn(bench(), { send: async () => ({ outcome: 'unneeded' }) })
  outbox.onSent(({ key }, { outcome }) => applyEvent.push(`${key} ${outcome}`))
  outbox.add(entry('a'))
  await settled()
  assert.deepEqual(applyEvent, ['a unneeded'])
})

test('reads entries that an earlier release stored', () => {
  const { action, ...rest } = entry('a')
  assert.deepEqual(parseEntries(JSON.stringify([{ ...rest, deed: action }])), [entry('a')])
})

test('drops invalid stored entries', () => {
  assert.deepEqual(
    parseEntries(
      JSON.stringify([entry('a'), null, { ...entry('b'), action: 'steal' }, { ...entry('c'), label: 1 }]),
    ),
    [entry('a')],
  )
  assert.deepEqual(parseEntries('{'), [])
  assert.deepEqual(parseEntries('{}'), [])
  assert.equal(
    parseEntries(JSON.stringify(Array.from({ length: 2000 }, () => entry('a')))).length,
    MAX_STORED,
  )
})

test('restored entries are sent as repeats', async () => {
  const at = bench([entry('a', { action: 'undo' })])
  const tries: boolean[] = []
  const outbox = outboxOn(at, {
    send: async (_, again) => {
      tries.push(again)
      return { outcome: 'done' }
    },
  })
  await outbox.run()
  outbox.add(entry('b'))
  await outbox.run()
  assert.deepEqual(tries, [true, false])
})
