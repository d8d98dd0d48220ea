/** A service without tokens, or a worker of wide streams, with settings as JSON. Prints a line when it is ready. */
import { defaultSettings, startServer, untilStopped } from '@askance/server'
import { startWorker } from '@askance/server/run'

const { isWorker, ...given } = JSON.parse(process.argv[2] ?? '{}')
const settings = { ...defaultSettings, anonymous: true, port: 0, logLevel: 'error', ...given }
if (isWorker) {
  const running = await startWorker(settings)
  console.log('working')
  await untilStopped(running)
} else {
  const running = await startServer(settings)
  console.log(running.url)
  await untilStopped(running)
}
