/**
 * Appends pages to a store until the disk is full, says so, waits for a line, and goes on where it was.
 * Started with the address of the store, and with a limit for the size of files.
 */
import { randomBytes } from 'node:crypto'
import { openStore } from '../../src/store/open.js'
import { config, failure, page } from './store.js'

// Without this the system ends a process that goes beyond the limit.
process.on('SIGXFSZ', () => {})

const store = await openStore(process.argv[2])
await store.createStream('s', config, 1)
await store.createStream('small', config, 1)
// Pages are compressed, which random bytes cannot be.
const events = randomBytes(150_000).toString('base64')
const large = (seq: number) => page('s', seq, { events })

let seq = 1
let outcome = await failure(store.append(large(seq)))
while (outcome === 'kept') outcome = await failure(store.append(large(++seq)))
const [before, small, behind] = await Promise.all(
  [large(seq), page('small', 1), large(seq)].map((one) => failure(store.append(one))),
)
const readable = (await store.readLog('s', 0, 1e9)).length === seq - 1
console.log(JSON.stringify({ outcome, seq, large: [before, behind], small, readable }))

process.stdin.once('data', async () => {
  const again = [await failure(store.check()), await failure(store.append(large(seq)))]
  await store.close()
  console.log(JSON.stringify({ again }))
  process.exit()
})
