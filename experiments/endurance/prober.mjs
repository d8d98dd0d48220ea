// A thread that asks the service ten times a second whether it is alive, and keeps how long each response took. While the service is meant to
// be down nothing is kept.
import { parentPort, workerData } from 'node:worker_threads'

const EVERY = 100
let url
let times = []

parentPort.on('message', (message) => {
  if (message.type === 'service') url = message.url
  if (message.type === 'report') {
    parentPort.postMessage(times)
    times = []
  }
})

const probe = async () => {
  const asked = url
  if (!asked) return
  const began = performance.now()
  const response = await fetch(`${asked}/healthz`, { signal: AbortSignal.timeout(workerData.longest) }).catch(
    () => undefined,
  )
  await response?.arrayBuffer().catch(() => undefined)
  // A service that was killed meanwhile does not count.
  if (url === asked) times.push(response?.ok ? performance.now() - began : Number.POSITIVE_INFINITY)
}

setInterval(() => void probe(), EVERY)
