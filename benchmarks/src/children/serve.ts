/** The service as it is when nobody changes a setting, but for tokens. Takes the store, prints its address. */
import { startServer, untilStopped, defaultSettings } from '@askance/server'

const [store = '', threads = '-1'] = process.argv.slice(2)
const settings = { ...defaultSettings, store, threads: Number(threads), anonymous: true, port: 0 }
const running = await startServer(settings)
console.log(running.url)
await untilStopped(running)
