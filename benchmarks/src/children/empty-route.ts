/** A route that reads JSON and answers nothing of interest: what HTTP alone costs. Prints its address. */
import { fastify } from 'fastify'

const app = fastify({ bodyLimit: 2 ** 24 })
app.post('/items', async () => ({ decisions: [] }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
