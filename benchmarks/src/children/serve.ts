/** The service with default settings but without tokens. Takes the store and prints its URL. */
import { defaultSettings, startServer, untilStopped } from '@askance/server'

const [store = '', threads = '-1'] = process.argv.slice(2)
const settings = { ...defaultSettings, store, threads: Number(threads), anonymous: true, port: 0 }
const running = await startServer(settings)
console.log(running.url)
await untilStopped(running)
