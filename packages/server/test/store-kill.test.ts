// Own process: it kills processes that write.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Random } from '@askance/core/internals'
import { config, item, numbers, page, postgresKind, sqliteKinds } from './support/store.js'

const WRITER = fileURLToPath(new URL('./bundle/store-writer.js', import.meta.url))
const ROUNDS = process.env.ASKANCE_SOAK ? 20 : 2
const SEED = 5

/** Lets a process write, kills it after so many acknowledged pages, and tells the last of each stream. */
const writeAndKill = (
  url: string,
  driver: string,
  first: number,
  pages: number,
): Promise<Record<string, number>> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [WRITER, url, String(first), driver], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.split('\n').length > pages) child.kill('SIGKILL')
    })
    child.on('close', (_, signal) => {
      if (signal !== 'SIGKILL') reject(new Error('the writer ended by itself'))
      const whole = output.split('\n').slice(0, -1)
      resolve(Object.fromEntries(whole.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])])))
    })
  })

for (const kind of [...sqliteKinds(), postgresKind()]) {
  describe(`a process killed while it writes to ${kind.name}, seed ${SEED}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    after(() => kind.end())

    it('loses nothing acknowledged and writes nothing twice', async () => {
      const url = await kind.freshUrl()
      const store = await kind.open(url)
      for (const id of ['a', 'b']) await store.createStream(id, config, 1)
      await store.close()
      const random = new Random(SEED, 'test/store-kill')
      let next = 1
      for (let round = 0; round < ROUNDS; round++) {
        const acknowledged = await writeAndKill(url, kind.sqliteDriver, next, 20 + random.below(200))
        await kind.settled(url)
        const again = await kind.open(url)
        const seqs: number[] = []
        for (const id of ['a', 'b']) {
          const log = await again.readLog(id, 0, 1e9)
          const { seq } = (await again.readStream(id))!
          assert.deepEqual(
            log.map(({ seq: one }) => one),
            numbers(1, seq),
          )
          assert.ok(seq >= (acknowledged[id] ?? 0), `${id}: ${acknowledged[id]} acknowledged, ${seq} there`)
          const ids = numbers(1, seq).map((n) => `i${n}`)
          assert.equal((await again.findItems(id, ids)).length, seq)
          seqs.push(seq)
        }
        // Both streams go on from the same number, so the one behind is filled up.
        next = Math.max(...seqs) + 1
        for (const [index, id] of ['a', 'b'].entries())
          for (let seq = seqs[index] + 1; seq < next; seq++) await again.append(filler(id, seq))
        await again.close()
      }
    })
  })
}

const filler = (stream: string, seq: number) => page(stream, seq, { items: [item(`i${seq}`, seq)] })
