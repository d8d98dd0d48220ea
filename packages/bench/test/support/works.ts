import type { Protocol } from '../../src/protocol/protocol.js'
import type { OpenSet } from '../../src/sets/set.js'
import { Cache } from '../../src/tasks/cache.js'
import type { Pool } from '../../src/tasks/pool.js'
import { perform, type Task } from '../../src/tasks/task.js'
import { type Progress, Works } from '../../src/tasks/works.js'

/** Works without threads: every task is done at once and noted. */
export const noted = (cache = new Cache()) => {
  const tasks: Task[] = []
  const told: Progress[] = []
  const pool = {
    do: async (set: OpenSet, task: Task) => {
      tasks.push(task)
      return perform(set, task)
    },
  } as unknown as Pool
  return { works: new Works(pool, cache, 'this code', (progress) => told.push(progress)), tasks, told }
}

/** What tuning needs of a protocol. */
export const tuningBy = (
  tuning: Partial<Protocol['tuning']>,
  more: Partial<Protocol> = {},
): Pick<Protocol, 'tuning' | 'metric' | 'seed'> => ({
  metric: 'accuracy',
  seed: 1,
  ...more,
  tuning: { method: 'exhaustive', folds: 3, score: 'online', ...tuning },
})
