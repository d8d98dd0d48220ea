/**
 * Appends pages of two streams to a store until it is killed, and prints each as soon as it is acknowledged.
 * Started with the address of the store, the number of the page to begin with, and the build of SQLite.
 */
import { writeSync } from 'node:fs'
import { openStore } from '../../src/store/open.js'
import { item, page } from './store.js'

const [url, first, sqliteDriver = 'auto'] = process.argv.slice(2)
const store = await openStore(url, { sqliteDriver })

const write = async (stream: string): Promise<never> => {
  for (let seq = Number(first); ; seq++) {
    await store.append(page(stream, seq, { items: [item(`i${seq}`, seq)] }))
    writeSync(1, `${stream} ${seq}\n`)
  }
}

await Promise.all([write('a'), write('b')])
