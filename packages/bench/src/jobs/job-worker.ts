import { parentPort } from 'node:worker_threads'
import { serve } from '@askance/core/internals'
import type { OpenSet } from '../sets/set.js'
import { type Job, runJob } from './job.js'

const known = new Map<string, OpenSet>()

/** The methods that the pool calls in its threads. */
const methods = {
  addSet: (set: OpenSet): void => void known.set(set.facts.digest, set),
  removeSet: (digest: string): void => void known.delete(digest),
  run(digest: string, job: Job): unknown {
    const set = known.get(digest)
    if (!set) throw new Error('the worker does not have this set')
    return runJob(set, job)
  },
}

export type JobMethods = typeof methods

if (parentPort) serve(parentPort, methods)
