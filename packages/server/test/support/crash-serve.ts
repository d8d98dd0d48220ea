import { untilStopped } from '../../src/run/life.js'
import { startServer } from '../../src/run/start.js'
import { usualSettings } from '../../src/settings/table.js'

const given = JSON.parse(process.argv[2] ?? '{}')
const settings = { ...usualSettings, anonymous: true, port: 0, logLevel: 'error', ...given }
const running = await startServer(settings)
process.stdout.write(`${running.url}\n`)
await untilStopped(running)
