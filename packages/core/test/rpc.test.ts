import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageChannel } from 'node:worker_threads'
import { AskanceError } from '../src/errors.js'
import { connect, type ServeOptions, serve } from '../src/rpc.js'

interface Methods {
  add(a: number, b: number): number
  fail(): never
  count(to: number, onCount: (k: number) => void): string
  bytes(): Uint8Array
  never(): Promise<void>
  unsendable(): unknown
}

const methods: Methods = {
  add: (a, b) => a + b,
  fail: () => {
    throw new AskanceError('tea/cold', 'too cold', { degrees: 20 }, { line: 3 })
  },
  count: (to, onCount) => {
    for (let k = 1; k <= to; k++) onCount(k)
    return 'done'
  },
  bytes: () => new Uint8Array([1, 2, 3]),
  never: () => new Promise(() => undefined),
  unsendable: () => () => undefined,
}

const pair = (served: object = methods, options?: ServeOptions) => {
  const { port1, port2 } = new MessageChannel()
  serve(port2, served, options)
  let deaths = 0
  const remote = connect<Methods>(port1, { onDeath: () => deaths++ })
  return { remote, port1, port2, deaths: () => deaths }
}

test('a call resolves with what the method returns, whatever the order', async (t) => {
  const { remote } = pair()
  t.after(() => remote.close())
  assert.deepEqual(await Promise.all([remote.add(1, 2), remote.add(3, 4)]), [3, 7])
})

test('an error arrives with its code, details, position and message', async (t) => {
  const { remote } = pair()
  t.after(() => remote.close())
  const error: unknown = await remote.fail().catch((found: unknown) => found)
  assert.ok(error instanceof AskanceError)
  const { code, details, position, message } = error
  assert.deepEqual(
    { code, details, position, message },
    {
      code: 'tea/cold',
      details: { degrees: 20 },
      position: { line: 3 },
      message: '3: too cold',
    },
  )
})

test('an error that is not ours keeps its message and code, and something else becomes one', async (t) => {
  const served = {
    add: () => Promise.reject(Object.assign(new Error('disk'), { code: 'ENOSPC' })),
    fail: () => Promise.reject('word'),
  }
  const { remote } = pair(served)
  t.after(() => remote.close())
  await assert.rejects(remote.add(1, 2), { name: 'Error', message: 'disk', code: 'ENOSPC' })
  await assert.rejects(remote.fail(), { name: 'Error', message: 'word' })
})

test('a function among the arguments is called back before the call resolves', async (t) => {
  const { remote } = pair()
  t.after(() => remote.close())
  const counted: number[] = []
  assert.equal(await remote.count(3, (k) => counted.push(k)), 'done')
  assert.deepEqual(counted, [1, 2, 3])
})

test('buffers that the options name are moved', async (t) => {
  const bytes = new Uint8Array([1, 2, 3])
  const { remote } = pair({ bytes: () => bytes }, { transfer: (value) => [(value as typeof bytes).buffer] })
  t.after(() => remote.close())
  assert.deepEqual(await remote.bytes(), new Uint8Array([1, 2, 3]))
  assert.equal(bytes.byteLength, 0)
})

test('a result or an argument that cannot be sent rejects that call alone', async (t) => {
  const { remote } = pair()
  t.after(() => remote.close())
  const together = await Promise.allSettled([remote.add(2, 3), remote.unsendable(), remote.add(3, 4)])
  assert.deepEqual(
    together.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  await assert.rejects(remote.unsendable(), /could not be cloned/)
  await assert.rejects(remote.add(Symbol('no') as never, 1), /could not be cloned/)
  assert.equal(await remote.add(1, 1), 2)
})

test('closing rejects what is pending and what comes later, and is not a death', async () => {
  const { remote, deaths } = pair()
  const pending = remote.never()
  await Promise.all([assert.rejects(pending, /it is late/), remote.close(new Error('it is late'))])
  await assert.rejects(remote.add(1, 2), /it is late/)
  assert.equal(deaths(), 0)
})

test('when the other thread dies, pending and later calls are rejected and the owner hears once', async (t) => {
  const { remote, port1, deaths } = pair()
  t.after(() => remote.close())
  const pending = remote.never()
  port1.emit('error', new Error('out of memory'))
  port1.emit('exit', 1)
  await assert.rejects(pending, /out of memory/)
  await assert.rejects(remote.add(1, 2), /out of memory/)
  assert.equal(deaths(), 1)
})

test('a port with browser events works too', async (t) => {
  const { port1, port2 } = new MessageChannel()
  const web = {
    postMessage: (message: unknown) => port1.postMessage(message),
    addEventListener: (type: string, listener: (event: never) => void) =>
      port1.on(type, (data: unknown) => listener({ data } as never)),
    terminate: () => port1.close(),
  }
  serve(port2, methods)
  const remote = connect<Methods>(web)
  t.after(() => remote.close())
  assert.equal(await remote.add(2, 2), 4)
})

test('scheduled calls are sent in one message, and one that cannot be sent is rejected alone', async (t) => {
  const { port1, port2 } = new MessageChannel()
  serve(port2, methods)
  let messages = 0
  const counting = {
    postMessage: (message: unknown) => {
      port1.postMessage(message)
      messages++
    },
    on: (event: string, listener: (value: unknown) => void) => port1.on(event, listener),
    close: () => port1.close(),
  }
  const sends: (() => void)[] = []
  const remote = connect<Methods>(counting, { schedule: (send) => sends.push(send) })
  t.after(() => remote.close())
  const both = Promise.all([remote.add(1, 2), remote.add(3, 4)])
  assert.deepEqual([messages, sends.length], [0, 1])
  sends.pop()?.()
  assert.deepEqual(await both, [3, 7])
  assert.equal(messages, 1)
  const sums = [remote.add(5, 6), remote.add(Symbol('not sendable') as never, 1), remote.add(7, 8)]
  sends.pop()?.()
  const outcomes = await Promise.allSettled(sums)
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('a reply does not wait for slow calls that came in the same message', async () => {
  const posted: number[][] = []
  const listeners: ((calls: unknown) => Promise<void>)[] = []
  const port = {
    postMessage: (replies: unknown) => void posted.push((replies as { id: number }[]).map(({ id }) => id)),
    on: (_: string, listener: (typeof listeners)[number]) => listeners.push(listener),
  }
  let time = 0
  const work = (milliseconds: number): void => {
    time += milliseconds
  }
  serve(port as never, { work }, { now: () => time })
  const calls = [5, 1, 0, 5, 0].map((milliseconds, id) => ({
    id,
    method: 'work',
    args: [milliseconds],
    callbacks: [],
  }))
  await listeners[0]?.(calls)
  await new Promise(setImmediate)
  assert.deepEqual(posted, [[0], [1, 2, 3], [4]])
})
