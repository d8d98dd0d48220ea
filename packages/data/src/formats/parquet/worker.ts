import { parentPort, workerData } from 'node:worker_threads'
import { decodedGroups } from './decode.js'
import { bufferOf } from './file.js'
import { type DecodeReply, type DecodeRequest, sentError } from './thread.js'

const { fd, byteLength, source, maxRows } = workerData as DecodeRequest
const post = (reply: DecodeReply): void => parentPort!.postMessage(reply)

const groups = decodedGroups(bufferOf(fd, byteLength, source), source, maxRows, (bytes, first) =>
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
