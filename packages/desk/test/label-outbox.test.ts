import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Entry,
  entriesIn,
  MOST_KEPT,
  Outbox,
  type OutboxOptions,
  type Sent,
  type Trouble,
} from '../src/label/outbox.js'

const entry = (key: string, more: Partial<Entry> = {}): Entry => ({
  key,
  who: 'Ada',
  stream: 'mail',
  id: `item ${key}`,
  deed: 'answer',
  label: 'ham',
  title: key,
  ...more,
})

class Fault extends Error {
  readonly trouble: Trouble
  constructor(kind: Trouble['kind']) {
    super(kind)
    this.trouble = { kind, reason: kind }
  }
}

interface Bench {
  stored: readonly Entry[]
  canStore: boolean
  /** What sending gives, one after the other; all is well when there is none left. */
  faults: (Fault | undefined)[]
  readonly sent: string[]
  readonly waits: number[]
  wake: (() => void) | undefined
}

const bench = (stored: readonly Entry[] = []): Bench => ({
  stored,
  canStore: true,
  faults: [],
  sent: [],
  waits: [],
  wake: undefined,
})

const outboxOn = (at: Bench, more: Partial<OutboxOptions> = {}): Outbox =>
  new Outbox({
    who: 'Ada',
    shelf: {
      read: () => at.stored,
      write: (entries) => {
        if (at.canStore) at.stored = entries
        return at.canStore
      },
    },
    send: async ({ key }, again): Promise<Sent> => {
      at.sent.push(again ? `${key} again` : key)
      const fault = at.faults.shift()
      if (fault) throw fault
      return { outcome: 'done' }
    },
    troubleOf: (error) =>
      error instanceof Fault ? error.trouble : { kind: 'offline', reason: String(error) },
    alone: (task) => task(),
    later: (call, milliseconds) => {
      at.waits.push(milliseconds)
      at.wake = call
      return () => {
        at.wake = undefined
      }
    },
    ...more,
  })

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('entries are sent in order and kept until they are taken', async () => {
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

test('without a connection they wait, longer and longer, and are sent when it is back', async () => {
  const at = bench()
  at.faults = [new Fault('offline'), new Fault('offline'), undefined]
  const outbox = outboxOn(at)
  outbox.add(entry('a'))
  await settled()
  outbox.add(entry('b'))
  await settled()
  assert.equal(outbox.trouble?.kind, 'offline')
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
  assert.equal(outbox.trouble, undefined)
  assert.deepEqual(at.stored, [])
})

test('what an earlier visit has left is sent, but not that of somebody else', async () => {
  const at = bench([entry('old'), entry('other', { who: 'Bo' })])
  const outbox = outboxOn(at)
  await outbox.run()
  assert.deepEqual(at.sent, ['old again'])
  assert.deepEqual(
    at.stored.map(({ key }) => key),
    ['other'],
  )
})

test('what is refused stays until it is given up', async () => {
  const at = bench()
  at.faults = [new Fault('refused')]
  const outbox = outboxOn(at)
  outbox.add(entry('a'), entry('b'))
  await settled()
  assert.equal(outbox.trouble?.kind, 'refused')
  assert.deepEqual(at.waits, [], 'it is not tried again by itself')
  outbox.giveUp()
  await settled()
  assert.deepEqual(at.sent, ['a', 'b'])
  assert.deepEqual(outbox.entries, [])
})

test('only what was never sent can be taken back', async () => {
  const at = bench()
  at.faults = [new Fault('offline')]
  const outbox = outboxOn(at)
  outbox.add(entry('a'), entry('b'))
  assert.equal(outbox.takeBack('a'), false, 'it is under way')
  await settled()
  assert.equal(outbox.takeBack('a'), false, 'the service may have it')
  assert.equal(outbox.takeBack('b'), true)
  assert.equal(outbox.takeBack('c'), false)
  assert.deepEqual(
    at.stored.map(({ key }) => key),
    ['a'],
  )
})

test('what was refused can be taken back, and what was not needed is not undone', async () => {
  const at = bench()
  at.faults = [new Fault('refused')]
  const refused = outboxOn(at)
  refused.add(entry('a'), entry('b'))
  await settled()
  assert.equal(refused.takeBack('a'), true)
  await settled()
  assert.deepEqual(at.sent, ['a', 'b'])
  const undo = { key: 'undo', id: 'item a', deed: 'undo' } as const
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

test('what another tab has sent is not sent again', async () => {
  const at = bench()
  let open: (() => void) | undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const outbox = outboxOn(at, { alone: (task) => gate.then(task) })
  outbox.add(entry('a'), entry('b'))
  at.stored = at.stored.filter(({ key }) => key !== 'a')
  open?.()
  await settled()
  assert.deepEqual(at.sent, ['b'])
})

test('where nothing can be kept it says so, and sends all the same', async () => {
  const at = bench()
  at.canStore = false
  const outbox = outboxOn(at)
  outbox.add(entry('a'))
  assert.equal(outbox.isKept, false)
  await settled()
  assert.deepEqual(at.sent, ['a'])
})

test('what became of each is told', async () => {
  const heard: string[] = []
  const outbox = outboxOn(bench(), { send: async () => ({ outcome: 'unneeded' }) })
  outbox.hear(({ key }, { outcome }) => heard.push(`${key} ${outcome}`))
  outbox.add(entry('a'))
  await settled()
  assert.deepEqual(heard, ['a unneeded'])
})

test('what was kept is read with care', () => {
  assert.deepEqual(
    entriesIn(
      JSON.stringify([entry('a'), null, { ...entry('b'), deed: 'steal' }, { ...entry('c'), label: 1 }]),
    ),
    [entry('a')],
  )
  assert.deepEqual(entriesIn('{'), [])
  assert.deepEqual(entriesIn('{}'), [])
  assert.equal(entriesIn(JSON.stringify(Array.from({ length: 2000 }, () => entry('a')))).length, MOST_KEPT)
})

test('what was left by a page that is gone may have been sent', async () => {
  const at = bench([entry('a', { deed: 'undo' })])
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
