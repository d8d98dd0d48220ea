/** Preloaded in every thread of a service: appends the id of the thread and its script to the file in `ASKANCE_THREADS`. */
import { appendFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const { ASKANCE_THREADS: file } = process.env
const script = isMainThread ? 'main' : basename(process.argv[1] ?? '')
if (file !== undefined) appendFileSync(file, `${basename(readlinkSync('/proc/thread-self'))} ${script}\n`)
