// Programs that send items, people who answer, followers that read and some that do not, and somebody who erases.
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Random } from '@askance/core/internals'

export const STREAM = 'endurance'
const CLASSES = ['work', 'other']
const VOCABULARY = 2000
const WORDS = 12
/** One in so many items has a word of its own, and is erased later. */
const MARKED = 2000

/** What the service has acknowledged. */
export class Acknowledged {
  items = new Set()
  answers = new Map()
  erased = new Map()
  marked = []
}

/** A text whose class decides which half of the vocabulary most of its words are from. */
const textOf = (random, label) =>
  Array.from({ length: WORDS }, () => {
    const isOwn = random.uniform() < 0.75
    const half = isOwn === (label === CLASSES[0]) ? 0 : 1
    // Few words are frequent, as in language.
    return `w${2 * Math.floor((VOCABULARY / 2) * random.uniform() ** 2) + half}`
  }).join(' ')

export const labelOf = (id) => CLASSES[Number(id.slice(1)) % 2]

export class Load {
  #call
  #seed
  #state
  #sent = 0

  /** `call(method, path, body, by)` returns the response, or undefined if the service is down. */
  constructor(call, seed, state) {
    this.#call = call
    this.#seed = seed
    this.#state = state
  }

  get sent() {
    return this.#sent
  }

  /** Sends so many items a second, in batches, until all are acknowledged; those without an acknowledgement are sent again. */
  async send(total, perSecond, batch) {
    const random = new Random(this.#seed, 'endurance/items')
    const { items, marked } = this.#state.acknowledged
    const began = performance.now()
    while (this.#sent < total && !this.#state.isOver) {
      const ids = Array.from({ length: Math.min(batch, total - this.#sent) }, (_, k) => `i${this.#sent + k}`)
      const sent = ids.map((id, k) => {
        const isMarked = (this.#sent + k) % MARKED === MARKED - 1
        const text = textOf(random, labelOf(id))
        return { id, text: isMarked ? `${text} secret${id}x` : text }
      })
      while (!(await this.#call('POST', '/items', { items: sent }, 'sender'))) await wait(50)
      for (const { id, text } of sent) {
        items.add(id)
        if (text.includes('secret')) marked.push(id)
      }
      this.#sent += batch
      const due = began + (1000 * this.#sent) / perSecond
      if (due > performance.now()) await wait(due - performance.now())
    }
  }

  /** Leases a question, thinks, and answers. */
  async label(name, thinking) {
    const random = new Random(this.#seed, `endurance/${name}`)
    while (!this.#state.isOver) {
      const leased = await this.#call('POST', '/questions/lease', { count: 1 }, name)
      await wait(thinking * (0.5 + random.uniform()))
      for (const { id } of leased?.questions ?? []) {
        const label = labelOf(id)
        const path = `/questions/${id}/answer`
        if (await this.#call('POST', path, { label }, name)) this.#state.acknowledged.answers.set(id, label)
      }
    }
  }

  /** Erases marked items, one at a time. */
  async erase(every) {
    const { acknowledged } = this.#state
    while (!this.#state.isOver) {
      await wait(every)
      const id = acknowledged.marked.shift()
      if (id === undefined) continue
      const began = performance.now()
      while (!this.#state.isOver && !(await this.#call('DELETE', `/items/${id}`, undefined, 'owner')))
        await wait(200)
      if (!this.#state.isOver) acknowledged.erased.set(id, performance.now() - began)
    }
  }

  /** Follows the stream again and again. One that does not read is cut off by the service, and comes back. */
  async follow(urlOf, isReading, count) {
    while (!this.#state.isOver) {
      const { hostname, port } = new URL(urlOf())
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      socket.write(`GET /v1/streams/${STREAM}/events HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`)
      if (isReading) socket.on('data', (bytes) => count(bytes.length))
      else socket.pause()
      await Promise.race([new Promise((resolve) => socket.once('close', resolve)), this.#state.over])
      socket.destroy()
      if (!this.#state.isOver) await wait(500)
    }
  }
}

export const stream = { id: STREAM, classes: CLASSES, budget: { ratio: 0.02 }, seed: 1 }
