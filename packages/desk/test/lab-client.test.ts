import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EngineWorker, LabClient } from '../src/lab/engine/client.js'
import type { Answer, Request } from '../src/lab/engine/messages.js'

const spec = { algorithms: [] }
const file = (name: string): File => new File([''], name)

/** An engine that answers when the test says so. */
const engine = () => {
  const workers: EngineWorker[] = []
  const asked: Request[] = []
  const client = new LabClient(() => {
    const worker: EngineWorker = {
      onmessage: null,
      onerror: null,
      postMessage(request) {
        asked.push(request)
        if (request.kind === 'stop') queueMicrotask(() => hear({ kind: 'stopping', id: request.id }))
      },
      terminate: () => {},
    }
    workers.push(worker)
    return worker
  }, 60_000)
  const hear = (data: Answer): void => workers.at(-1)?.onmessage?.({ data } as MessageEvent<Answer>)
  /** Answers the last request of a kind. */
  const answer = (kind: Request['kind'], said: Record<string, unknown>): void => {
    const id = asked.findLast((request) => request.kind === kind)?.id
    hear({ ...said, id } as Answer)
  }
  const opened = () => asked.flatMap((request) => (request.kind === 'open' ? [request.file.name] : []))
  return { client, workers, asked, answer, opened }
}

test('of two files that wait for a run to end only the last is read', async (t) => {
  const { client, answer, opened } = engine()
  t.after(() => client.close())
  const run = client.run(spec)
  const first = client.open(file('a'))
  const second = client.open(file('b'))
  await Promise.resolve()
  answer('run', { kind: 'ended', outcome: undefined })
  await run
  await assert.rejects(first, { message: 'the engine was ended' })
  answer('open', { kind: 'opened', facts: undefined })
  await second
  assert.deepEqual(opened(), ['b'])
})

test('closed while a file waits, no engine is started for it', async () => {
  const { client, workers } = engine()
  const run = client.run(spec)
  const waiting = client.open(file('a'))
  client.close()
  assert.equal(await run, undefined)
  await assert.rejects(waiting, { message: 'the engine was ended' })
  assert.equal(workers.length, 1)
})

test('stopped while its file is read again, a run does not begin', async (t) => {
  const { client, asked, answer } = engine()
  t.after(() => client.close())
  const open = client.open(file('a'))
  await Promise.resolve()
  answer('open', { kind: 'opened', facts: undefined })
  await open
  client.close()
  const run = client.run(spec)
  const stopped = client.stop()
  answer('open', { kind: 'opened', facts: undefined })
  await stopped
  assert.equal(await run, undefined)
  assert.ok(!asked.some(({ kind }) => kind === 'run'))
})
