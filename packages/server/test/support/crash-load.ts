import { Random } from '@askance/core/internals'
import type { Decision, LeasedQuestion } from '../../src/operations/types.js'

export const STREAM = 'crash'

/** What the service has acknowledged, which must therefore be there whatever happens. */
export class Acknowledged {
  readonly decisions = new Map<string, Decision>()
  /** The label that was acknowledged for each question. */
  readonly answers = new Map<string, string>()
  /** Sent, and no answer has come: they may be there or not. They are sent again. */
  readonly unknown = new Map<string, object>()
  readonly unknownAnswers = new Map<string, string>()
}

/** Posts JSON; undefined when the service is gone, or is about to be. */
const post = async (url: string, body: object, name: string): Promise<unknown> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-askance-name': name },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    if (response.ok) return answer
    if (response.status >= 500 && ![502, 503, 507].includes(response.status))
      throw new TypeError(`${url} answered ${response.status}: ${JSON.stringify(answer)}`)
    return undefined
  } catch (error) {
    if (error instanceof TypeError && error.message.includes(' answered ')) throw error
    return undefined
  }
}

/** After a request that failed, so that waiting for a service to come back takes no time from it. */
const RETRY_MS = 50
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How many items are sent at once, at most. */
const MOST_ITEMS = process.env.ASKANCE_SOAK ? 20 : 8

/** Resolves when the condition holds; what is being loaded may fail first. */
export const untilOrEnded = async (isMet: () => boolean, loaded: Promise<void>): Promise<void> => {
  let hasEnded = false
  const ended = loaded.finally(() => {
    hasEnded = true
  })
  while (!isMet() && !hasEnded) await Promise.race([ended, pause(5)])
}

let made = 0
const itemOf = (random: Random): { id: string; row: object } => {
  const value = Array.from({ length: 5 }, () => random.normal())
  made++
  return { id: `item ${made}`, row: { index: [1, 2, 3, 4, 5], value } }
}

/** Sends items, now one, now some; and again those of which nothing is known. */
const send = async (
  url: string,
  known: Acknowledged,
  random: Random,
  isOver: () => boolean,
): Promise<void> => {
  while (!isOver()) {
    const again = [...known.unknown].slice(0, 5).map(([id, item]) => ({ id, ...item }))
    const fresh = Array.from({ length: 1 + random.below(MOST_ITEMS) }, () => itemOf(random))
    const items = [...again, ...fresh]
    for (const { id, ...item } of fresh) known.unknown.set(id, item)
    const answer = (await post(`${url}/v1/streams/${STREAM}/items`, { items }, 'sender')) as
      | { decisions: Decision[] }
      | undefined
    if (!answer && !isOver()) await pause(RETRY_MS)
    for (const decision of answer?.decisions ?? []) {
      known.unknown.delete(decision.id)
      known.decisions.set(decision.id, decision)
    }
  }
}

/** Leases questions and answers them; some are skipped, some given back. */
const label = async (
  url: string,
  name: string,
  known: Acknowledged,
  random: Random,
  isOver: () => boolean,
): Promise<void> => {
  const questions = `${url}/v1/streams/${STREAM}/questions`
  while (!isOver()) {
    const leased = (await post(`${questions}/lease`, { count: 3 }, name)) as
      | { questions: LeasedQuestion[] }
      | undefined
    if (!leased?.questions.length) await pause(leased ? 5 : RETRY_MS)
    for (const { id } of leased?.questions ?? []) {
      if (isOver()) return
      const path = `${questions}/${encodeURIComponent(id)}`
      if (random.uniform() < 0.1) await post(`${path}/skip`, {}, name)
      else {
        const given = random.uniform() < 0.5 ? 'a' : 'b'
        known.unknownAnswers.set(id, given)
        if (await post(`${path}/answer`, { label: given }, name)) {
          known.answers.set(id, given)
          known.unknownAnswers.delete(id)
        }
      }
    }
  }
}

/** Senders and labellers at once, until it is over. */
export const load = async (
  url: string,
  known: Acknowledged,
  { senders, labellers, seed }: { senders: number; labellers: number; seed: number },
  isOver: () => boolean,
): Promise<void> => {
  const random = (name: string): Random => new Random(seed, name)
  await Promise.all([
    ...Array.from({ length: senders }, (_, k) => send(url, known, random(`sender ${k}`), isOver)),
    ...Array.from({ length: labellers }, (_, k) =>
      label(url, `labeller ${k}`, known, random(`labeller ${k}`), isOver),
    ),
  ])
}
