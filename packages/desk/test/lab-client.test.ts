import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RpcPort, serve } from '@askance/core/rpc'
import { LabClient } from '../src/lab/engine/client.js'

const spec = { algorithms: [] }
/** Node cannot post a `File` to a thread; only its name matters here. */
const file = (name: string): File => ({ name }) as File

/** An engine whose calls resolve on demand. */
const engine = () => {
  const calls: { method: string; name?: string; end(value?: unknown): void }[] = []
  let arrived = (): void => {}
  let workers = 0
  const waiting = (method: string) => (given?: { name?: string }) =>
    new Promise((end) => {
      calls.push({ method, ...(given?.name !== undefined && { name: given.name }), end })
      arrived()
    })
  const client = new LabClient(() => {
    workers++
    const { port1, port2 } = new MessageChannel()
    serve(port2 as unknown as RpcPort, { open: waiting('open'), run: waiting('run'), stop: () => {} })
    return port1 as unknown as RpcPort
  }, 60_000)
  /** Returns the next call of a method, waiting if necessary. */
  const next = async (method: string) => {
    for (;;) {
      const found = calls.findIndex((call) => call.method === method)
      if (found >= 0) return calls.splice(found, 1)[0]!
      await new Promise<void>((resolve) => {
        arrived = resolve
      })
    }
  }
  return { client, calls, next, workers: () => workers }
}

test('reads only the last of two waiting files', async (t) => {
  const { client, next, calls } = engine()
  t.after(() => client.close())
  const run = client.run(spec)
  const first = client.open(file('a'))
  const second = client.open(file('b'))
  ;(await next('run')).end()
  await run
  await assert.rejects(first, { message: 'the engine was ended' })
  const open = await next('open')
  assert.equal(open.name, 'b')
  open.end()
  await second
  assert.deepEqual(calls, [])
})

test('starts no engine for a waiting file after close', async () => {
  const { client, workers } = engine()
  const run = client.run(spec)
  const waiting = client.open(file('a'))
  client.close()
  assert.equal(await run, undefined)
  await assert.rejects(waiting, { message: 'the engine was ended' })
  assert.equal(workers(), 1)
})

test('a run stopped during a reread does not start', async (t) => {
  const { client, next, calls } = engine()
  t.after(() => client.close())
  const open = client.open(file('a'))
  ;(await next('open')).end()
  await open
  client.close()
  const run = client.run(spec)
  const stopped = client.stop()
  ;(await next('open')).end()
  await stopped
  assert.equal(await run, undefined)
  assert.deepEqual(calls, [])
})
