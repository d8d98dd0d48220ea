import { parentPort } from 'node:worker_threads'
import { AskanceError } from '@askance/core'
import type { OpenSet } from '../sets/set.js'
import { perform, type Task } from './task.js'

/** What a worker is told: a set to know, one to forget, or work on one it knows. */
export type Order =
  | { readonly kind: 'know'; readonly set: OpenSet }
  | { readonly kind: 'forget'; readonly digest: string }
  | { readonly kind: 'work'; readonly id: number; readonly digest: string; readonly task: Task }

export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: { readonly code?: string; readonly message: string } }

const known = new Map<string, OpenSet>()

const obey = (order: Order): Reply | undefined => {
  switch (order.kind) {
    case 'know':
      known.set(order.set.facts.digest, order.set)
      return
    case 'forget':
      known.delete(order.digest)
      return
    case 'work': {
      const set = known.get(order.digest)
      try {
        if (!set) throw new Error('the set is not known here')
        return { id: order.id, result: perform(set, order.task) }
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause)
        return {
          id: order.id,
          failure: { message, ...(cause instanceof AskanceError && { code: cause.code }) },
        }
      }
    }
  }
}

parentPort?.on('message', (order: Order) => {
  const reply = obey(order)
  if (reply) parentPort?.postMessage(reply)
})
