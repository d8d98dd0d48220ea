import { parentPort, workerData } from 'node:worker_threads'
import { decodedGroups } from './decode.js'
import { bufferOf } from './file.js'
import { type Answer, sentError, type Task } from './thread.js'

const { fd, byteLength, source, most } = workerData as Task
const post = (answer: Answer): void => parentPort!.postMessage(answer)

const groups = decodedGroups(bufferOf(fd, byteLength, source), source, most, (bytes, first) =>
  post({ kind: 'alive', bytes, first }),
)

// Every message asks for the next rows.
parentPort!.on('message', async () => {
  try {
    post({ kind: 'group', group: (await groups.next()).value ?? undefined })
  } catch (cause) {
    post(sentError(cause))
  }
})
