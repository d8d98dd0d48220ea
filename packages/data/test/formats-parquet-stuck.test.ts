import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { AskanceError } from '@askance/core'
import { type GroupsOptions, readGroups } from '../src/formats/parquet/thread.js'
import { fixture } from './support/fixtures.js'

const table = fixture('formats/table.parquet')

const openTable = async () => {
  const handle = await open(table)
  let closed = 0
  const close = () => {
    closed++
    return handle.close()
  }
  return { fd: handle.fd, byteLength: (await handle.stat()).size, close, closed: () => closed }
}

/** A thread that runs this, and what reading with it ends with. */
const failureWith = async (code: string, options: GroupsOptions = {}) => {
  const file = await openTable()
  const worker = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  let rows = 0
  try {
    for await (const group of readGroups(file, 'x', { worker, ...options })) rows += group.rows
  } catch (cause) {
    assert.ok(cause instanceof AskanceError)
    assert.equal(file.closed(), 1)
    return { error: cause, rows }
  }
  assert.fail('expected an error')
}

const stuck = (line: number, reason: string) =>
  `x:${line}: cannot decode the row group: ${reason}; the file is probably damaged`

describe('a failing Parquet decoder', () => {
  test('stops a looping decoder after the timeout', async () => {
    const { error } = await failureWith('for (;;);', { timeout: () => 200 })
    assert.equal(error.code, 'parquet/stuck')
    assert.equal(error.message, stuck(1, 'it took longer than 0.2 seconds'))
  })

  test('the timeout depends on the row group, which the error names', async () => {
    const group = { names: ['a'], columns: [[1, 2]], rows: 2, first: 1, total: 4 }
    const code = `import { parentPort } from 'node:worker_threads'
      import { serve } from '${import.meta.resolve('@askance/core/rpc')}'
      let calls = 0
      serve(parentPort, {
        next(onColumn) {
          if (++calls === 1) return ${JSON.stringify(group)}
          onColumn(300, 3)
          for (;;);
        },
      })`
    const { error, rows } = await failureWith(code, { timeout: (bytes) => (bytes === 0 ? 60_000 : bytes) })
    assert.equal(rows, 2)
    assert.equal(error.message, stuck(3, 'it took longer than 0.3 seconds'))
  })

  test('reports an unhandled rejection and an early exit', async () => {
    const lost = await failureWith(`Promise.reject(new TypeError('lost')); setInterval(() => {}, 1000)`)
    assert.equal(lost.error.message, stuck(1, 'lost'))
    const ended = await failureWith('process.exit(0)')
    assert.equal(ended.error.message, stuck(1, 'the worker exited with code 0'))
  })

  test('the default timeout is enough, and stopping early ends the thread', async () => {
    let worker: Worker | undefined
    process.once('worker', (started) => {
      worker = started
    })
    const file = await openTable()
    for await (const { rows } of readGroups(file, 'x')) {
      assert.equal(rows, 20)
      assert.notEqual(worker?.threadId, -1)
      break
    }
    assert.equal(file.closed(), 1)
    assert.equal(worker?.threadId, -1)
  })

  test('the process ends, whether the reader fails or is forgotten', () => {
    const groups = new URL('../src/formats/parquet/thread.js', import.meta.url).href
    const script = `
      import { open } from 'node:fs/promises'
      import { readGroups } from ${JSON.stringify(groups)}
      const opened = async () => {
        const handle = await open(process.argv[1])
        return { fd: handle.fd, byteLength: (await handle.stat()).size, close: () => handle.close() }
      }
      const worker = new URL('data:text/javascript,for(;;);')
      await readGroups(await opened(), 'x', { worker, timeout: () => 100 }).next().catch((e) => console.log(e.code))
      const forgotten = readGroups(await opened(), 'x')
      console.log((await forgotten.next()).value.rows)`
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script, table], {
      encoding: 'utf8',
      timeout: 300_000,
    })
    assert.deepEqual({ stdout, status }, { stdout: 'parquet/stuck\n20\n', status: 0 })
  })
})
