import assert from 'node:assert/strict'
import { Random } from '@askance/core/internals'
import type { LeasedQuestion } from '../../src/operations/types.js'
import type { Entry } from '../../src/stream/entries.js'
import { startProcess } from './crash-process.js'

interface CrowdOptions {
  readonly store: string
  readonly labellers: number
  readonly senders: number
  /** It ends when this many items have come. */
  readonly items: number
  readonly answersPerItem: number
  /** The labels that may be asked for, in all. */
  readonly total: number
  readonly seed: number
}

interface CrowdResult {
  readonly items: number
  readonly asked: number
  readonly answers: number
  readonly leases: number
}

const STREAM = 'crowd'

/** Many people and many programs at once; then all that was asked is answered, and the log is looked through. */
export const crowd = async (options: CrowdOptions): Promise<CrowdResult> => {
  const { store, answersPerItem, total, seed } = options
  const service = await startProcess({ store })
  const call = caller(`${service.url}/v1/streams`)
  await call('', 'owner', { id: STREAM, classes: ['a', 'b'], budget: { total }, answersPerItem, seed: 1 })
  const random = new Random(seed, 'test/crowd')
  const isOver = (): boolean => items >= options.items
  /** Who holds which question now: never more than one at a time. */
  const held = new Map<string, string>()
  let leases = 0
  let items = 0

  const send = async (name: string): Promise<void> => {
    for (let k = 0; !isOver(); k++) {
      const sent = Array.from({ length: 1 + random.below(5) }, (_, j) => ({
        id: `${name} ${k} ${j}`,
        row: { index: [1, 2, 3], value: [random.normal(), random.normal(), random.normal()] },
      }))
      const { decisions } = (await call(`/${STREAM}/items`, name, { items: sent })) as {
        decisions: unknown[]
      }
      items += decisions.length
      assert.equal(decisions.length, sent.length)
    }
  }

  const label = async (name: string): Promise<void> => {
    for (;;) {
      const { questions } = (await call(`/${STREAM}/questions/lease`, name, { count: 2 })) as {
        questions: LeasedQuestion[]
      }
      if (questions.length === 0) {
        if (isOver()) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      for (const { id } of questions) {
        assert.equal(held.get(id) ?? name, name, `${id} is in one pair of hands`)
        held.set(id, name)
        leases++
      }
      for (const { id } of questions) {
        held.delete(id)
        const path = `/${STREAM}/questions/${encodeURIComponent(id)}`
        const chance = random.uniform()
        if (chance < 0.05) await call(`/${STREAM}/questions/release`, name, { ids: [id] })
        else if (chance < 0.1) await call(`${path}/unsure`, name, {})
        else await call(`${path}/answer`, name, { label: chance < 0.5 ? 'a' : 'b' })
      }
    }
  }

  const people = Array.from({ length: options.labellers }, (_, k) => `labeller ${k}`)
  await Promise.all([
    ...Array.from({ length: options.senders }, (_, k) => send(`sender ${k}`)),
    ...people.map(label),
  ])
  // Who found nothing has gone; what others have given back since is handed out again.
  for (let before = -1; before !== leases; ) {
    before = leases
    for (const name of people) await label(name)
  }
  const log = await (await fetch(`${service.url}/v1/streams/${STREAM}/log`)).text()
  assert.equal(await service.stop(), 0)
  return { items, leases, ...checkedLog(log, options) }
}

const caller =
  (url: string) =>
  async (path: string, name: string, body: object): Promise<unknown> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-askance-name': name },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    assert.ok(response.ok, `${path} by ${name}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }

/** Nothing asked beyond the cap, nothing answered twice or by too many, nothing lost. */
const checkedLog = (
  log: string,
  { total, answersPerItem }: CrowdOptions,
): { asked: number; answers: number } => {
  const open = new Set<string>()
  const answered = new Set<string>()
  const votes = new Map<string, Set<string>>()
  let spent = 0
  let asked = 0
  for (const line of log.trimEnd().split('\n')) {
    const entry = JSON.parse(line) as Entry
    if (entry.type === 'observed' && entry.asked) {
      open.add(entry.id)
      asked++
      spent++
      assert.ok(spent <= total, 'the cap holds')
    }
    if (entry.type === 'voted') {
      const voters = votes.get(entry.id) ?? new Set()
      assert.ok(open.has(entry.id) && !voters.has(entry.by), `${entry.by} votes once on ${entry.id}`)
      votes.set(entry.id, voters.add(entry.by))
      assert.ok(voters.size <= answersPerItem + 2)
    }
    if (['answered', 'unsure', 'skipped', 'withdrawn', 'expired'].includes(entry.type) && 'id' in entry) {
      assert.ok(open.delete(entry.id), `${entry.id} is closed once`)
      if (entry.type === 'answered') answered.add(entry.id)
      else if (entry.type !== 'unsure') spent--
    }
  }
  if (answersPerItem > 1)
    for (const id of answered)
      assert.ok((votes.get(id)?.size ?? 0) >= answersPerItem, `${id} has enough votes`)
  assert.deepEqual([...open], [], 'every question was handed out in the end')
  return { asked, answers: answered.size }
}
