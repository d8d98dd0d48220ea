import { parentPort } from 'node:worker_threads'
import { serve } from '@askance/core/internals'
import type { OpenSet } from '../sets/set.js'
import { perform, type Task } from './task.js'

const known = new Map<string, OpenSet>()

/** What the pool calls in its threads. */
const methods = {
  know: (set: OpenSet): void => void known.set(set.facts.digest, set),
  forget: (digest: string): void => void known.delete(digest),
  perform(digest: string, task: Task): unknown {
    const set = known.get(digest)
    if (!set) throw new Error('the set is not known here')
    return perform(set, task)
  },
}

export type TaskMethods = typeof methods

if (parentPort) serve(parentPort, methods)
