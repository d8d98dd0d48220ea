import { parentPort, workerData } from 'node:worker_threads'
import { serve } from '@askance/core/rpc'
import { decodedGroups } from './decode.js'
import { bufferOf } from './file.js'
import type { DecodeRequest, Decoder } from './thread.js'

const { fd, byteLength, source, maxRows } = workerData as DecodeRequest
let onColumn: Parameters<Decoder['next']>[0]
const groups = decodedGroups(bufferOf(fd, byteLength, source), source, maxRows, (bytes, first) =>
  onColumn(bytes, first),
)

const decoder: Decoder = {
  async next(report) {
    onColumn = report
    return (await groups.next()).value ?? undefined
  },
}
serve(parentPort!, decoder)
