import { untilStopped } from '../../src/run/signals.js'
import { startServer } from '../../src/run/start.js'
import { defaultSettings } from '../../src/settings/table.js'

const given = JSON.parse(process.argv[2] ?? '{}')
const settings = { ...defaultSettings, anonymous: true, port: 0, logLevel: 'error', ...given }
const running = await startServer(settings)
process.stdout.write(`${running.url}\n`)
await untilStopped(running)
