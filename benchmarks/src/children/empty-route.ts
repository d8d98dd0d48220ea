/** A route that parses JSON and returns a constant, to measure the cost of HTTP alone. Prints its URL. */
import { fastify } from 'fastify'

const app = fastify({ bodyLimit: 2 ** 24 })
app.post('/items', async () => ({ decisions: [] }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
