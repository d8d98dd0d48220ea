// Own process: it runs programs that fail.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Cleanups } from '../benchmarks/dist/scale/cleanups.js'
import { startWideProcess } from '../benchmarks/dist/scale/processes.js'
import { MeasuredStream } from '../benchmarks/dist/scale/stream.js'

/** How many children of this process run. The handle of one that has ended closes at the end of a turn of the event loop. */
const children = async () => {
  for (let turn = 0; turn < 2; turn++) await setImmediate()
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
}
const NOWHERE = 'nats://127.0.0.1:1'

const temporary = (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a process that ends before its first line is an error that says why', async (t) => {
  const settings = { store: join(temporary(t), 'store.sqlite'), port: -1 }
  await assert.rejects(
    startWideProcess(settings),
    /wide\.js ended with 1 before its first line:\n[\s\S]*port/,
  )
})

test('a stream that cannot be made leaves no process', async (t) => {
  const cleanups = new Cleanups()
  t.after(() => cleanups.run())
  const before = await children()
  await assert.rejects(MeasuredStream.start(temporary(t), [{ url: NOWHERE, pid: undefined }], cleanups))
  assert.equal(await children(), before + 1)
  await cleanups.run()
  assert.equal(await children(), before)
})

test('cleanups go on after one that fails, the latest first', async (t) => {
  const errors = t.mock.method(console, 'error', () => undefined)
  const done = []
  const cleanups = new Cleanups()
  cleanups.add(() => done.push('first'))
  cleanups.add(() => Promise.reject(new Error('no')))
  cleanups.add(() => done.push('last'))
  await cleanups.run()
  await cleanups.run()
  assert.deepEqual([done, errors.mock.callCount()], [['last', 'first'], 1])
})
