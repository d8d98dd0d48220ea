import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BudgetSpec } from '@askance/core'
import type { Draft } from '../src/stream/draft.js'
import { eventsOf, type Life, sameBytes } from './support/stream-life.js'
import { multiLabelSettingOf, RandomLife, type Setting, settingOf } from './support/stream-random.js'

const [SEEDS, STEPS] = process.env.ASKANCE_SOAK ? [36, 240] : [6, 150]

/** A life, with a snapshot from somewhere in its middle. */
const lived = (seed: number, setting: Setting) => {
  const life = new RandomLife(seed, setting)
  const half = 1 + life.below(STEPS - 1)
  let snapshot: { readonly bytes: Uint8Array; readonly pages: number } | undefined
  for (let step = 0; step < STEPS; step++) {
    life.step()
    if (step === half) snapshot = { bytes: life.stream.save(), pages: life.pages.length }
  }
  assert.ok(snapshot)
  return { life, snapshot }
}

/** What everybody does next, and what they get. Leases are not in the log: all have ended by then. */
const goOn = (life: Life, setting: Setting, seed: number): unknown => {
  const source = new RandomLife(seed + 1000, setting)
  life.now += 1e6
  life.run('configure', { config: { ...life.stream.config, paused: false } }, 'owner')
  const isSettledByOne = setting.config.answersPerItem === 1
  const leased = life.run('lease', { count: 20 }, 'newcomer')
  const results: unknown[] = [isSettledByOne ? leased : leased.length]
  for (const question of isSettledByOne ? leased.slice(0, 8) : [])
    results.push(life.run('answer', { id: question.id, ...source.labelled() }, 'newcomer'))
  for (let k = 0; k < 10; k++)
    results.push(life.run('observe', { items: [{ id: `later ${k}`, ...source.item() }] }, 'sender'))
  const open = life.run('questions', { after: 0, limit: 50 })
  results.push(open.map(({ id, votes, probability }) => [id, votes, probability]))
  results.push(
    life.run('answers', { answers: open.slice(0, 5).map(({ id }) => ({ id, ...source.labelled() })) }),
  )
  for (const by of ['ann', 'bob', 'cyd']) results.push(undone(life, by), undone(life, by))
  results.push(life.run('predict', { items: [source.item(), source.item()] }))
  results.push(life.run('agreement', {}), life.run('quality', {}), { ...life.run('status', {}), leased: 0 })
  return results
}

const undone = (life: Life, by: string): string => {
  try {
    return life.run('undo', {}, by).id
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** At every page what was spent is within the budget of that time; `perItem` questions can be asked about an item. */
const checkBudget = (pages: readonly Draft[], first: BudgetSpec, perItem: number): void => {
  let budget = first
  for (const page of pages) {
    for (const event of eventsOf([page])) if (event.type === 'rebudgeted') budget = event.budget as BudgetSpec
    const { spent, items } = page.counts
    const most = budget.total ?? (budget.ratio ?? 1) * items * perItem + (budget.credit ?? 0)
    assert.ok(spent <= most, `${spent} spent after ${items} items, of ${JSON.stringify(budget)}`)
  }
}

/** Nobody votes twice, few vote, and an answer is given once unless it was taken back. */
const checkAnswers = (pages: readonly Draft[], most: number): void => {
  const voters = new Map<string, Set<string>>()
  const answered = new Set<string>()
  for (const { type, id, by } of eventsOf(pages) as readonly { type: string; id: string; by: string }[]) {
    const voted = voters.get(id) ?? new Set()
    voters.set(id, voted)
    if (type === 'voted') {
      assert.ok(!voted.has(by), `${by} votes twice on ${id}`)
      assert.ok(voted.add(by).size <= most, `${voted.size} votes on ${id}`)
    } else if (type === 'unvoted') assert.ok(voted.delete(by))
    else if (type === 'answered') {
      assert.ok(!answered.has(id), `${id} is answered twice`)
      answered.add(id)
    } else if (type === 'reopened' || type === 'forgotten') answered.delete(id)
  }
}

describe('a random history', () => {
  const seen = new Set<unknown>()
  const settings = [
    ...Array.from({ length: SEEDS }, (_, seed) => settingOf(seed)),
    ...Array.from({ length: SEEDS / 3 }, (_, k) => multiLabelSettingOf((7 * k) % SEEDS)),
  ]
  for (const [seed, setting] of settings.entries()) {
    const { algorithm, answersPerItem, multiLabel } = setting.config
    const labels = multiLabel ? 'several labels' : 'one label'
    test(`matches its log: seed ${seed}, ${algorithm}, ${answersPerItem} a question, ${setting.kind}, ${labels}`, () => {
      const { life, snapshot } = lived(seed, setting)
      for (const { type } of life.events()) seen.add(type)
      const replayed = life.replayed()
      sameBytes(replayed.stream, life.stream, 'the log from its beginning')
      const restored = life.replayed(snapshot.pages, snapshot.bytes)
      sameBytes(restored.stream, life.stream, 'a snapshot and the rest of the log')
      assert.deepEqual(life.pages.at(-1)?.counts, life.run('status', {}).counts)
      assert.equal(life.run('status', {}).seq, life.events().length)
      checkBudget(life.pages, setting.config.budget, multiLabel ? setting.config.classes.length : 1)
      checkAnswers(life.pages, answersPerItem + 2)

      const before = life.pages.length
      const next = goOn(life, setting, seed)
      assert.deepEqual(goOn(replayed, setting, seed), next)
      assert.deepEqual(goOn(restored, setting, seed), next)
      const events = eventsOf(life.pages.slice(before))
      assert.deepEqual(eventsOf(replayed.pages), events)
      assert.deepEqual(eventsOf(restored.pages), events)
      sameBytes(replayed.stream, life.stream, 'after going on')
      sameBytes(restored.stream, life.stream, 'after going on')
    })
  }

  test('covers every event type', () => {
    const expected = ['observed', 'answered', 'corrected', 'skipped', 'unsure', 'expired', 'withdrawn']
    const others = ['reviewed', 'reopened', 'forgotten', 'rebudgeted', 'taught', 'voted', 'unvoted', 'erased']
    for (const type of [...expected, ...others]) assert.ok(seen.has(type), `nothing was ${type}`)
  })
})
