import { untilStopped } from '../../src/run/signals.js'
import { startServer } from '../../src/run/start.js'
import { startWorker } from '../../src/run/work.js'
import { defaultSettings } from '../../src/settings/table.js'
import { keepVersions } from './keep-versions.js'

const given = JSON.parse(process.argv[2] ?? '{}')
const settings = { ...defaultSettings, anonymous: true, port: 0, logLevel: 'error', ...given }
if (given.cluster) keepVersions()
if (given.isWorker) {
  const running = await startWorker(settings)
  process.stdout.write('working\n')
  await untilStopped(running)
} else {
  const running = await startServer(settings)
  process.stdout.write(`${running.url}\n`)
  await untilStopped(running)
}
