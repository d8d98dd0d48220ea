import { VERSION } from '@askance/core'
import type { OpenSet } from '../sets/set.js'
import { InlinePool } from '../tasks/inline.js'
import type { Task } from '../tasks/task.js'
import { type Progress, type Remembering, Works } from '../tasks/works.js'
import type { Lab } from './lab.js'

export interface InlineOptions {
  /** Where it is done, for the results. */
  readonly machine: string
  /** Keeps results; with the one of an earlier run only what is new is computed. */
  readonly cache: Remembering
  readonly signal?: AbortSignal
  progress?(progress: Progress): void
  /** What is to be done first: of the tasks that wait, the one with the smallest number. */
  order?(task: Task): number
}

/** A lab without threads and files, for one set that is open: it runs in a browser. */
export const inlineLab = (set: OpenSet, options: InlineOptions): Lab => {
  const began = performance.now()
  return {
    works: new Works(new InlinePool(options), options.cache, VERSION, (told) => options.progress?.(told)),
    on: (_spec, _seed, work) => work(set),
    made: () => ({
      date: new Date().toISOString(),
      version: VERSION,
      node: 'none',
      machine: options.machine,
      seconds: (performance.now() - began) / 1000,
    }),
  }
}
