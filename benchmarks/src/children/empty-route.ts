/**
 * A route that parses JSON and returns a constant, to measure the cost of HTTP alone. With a file as argument it also writes one row
 * of an SQLite store for every request, synced. Prints its URL.
 */
import Database from 'better-sqlite3'
import { fastify } from 'fastify'

const [path] = process.argv.slice(2)

const rowWriter = (file: string): ((body: unknown) => void) => {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('CREATE TABLE items (id INTEGER PRIMARY KEY, content TEXT)')
  const insert = database.prepare('INSERT INTO items (content) VALUES (?)')
  return (body) => void insert.run(JSON.stringify(body))
}

const write = path === undefined ? () => undefined : rowWriter(path)
const app = fastify({ bodyLimit: 2 ** 24 })
app.post('/items', async ({ body }) => {
  write(body)
  return { decisions: [] }
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
