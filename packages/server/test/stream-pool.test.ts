import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Quality } from '@askance/core'
import { Random } from '@askance/core/internals'
import { operationNamed } from '../src/operations/index.js'
import { PENDING } from '../src/operations/operation.js'
import type { SentItem } from '../src/operations/types.js'
import { Life, sameBytes } from './support/stream-life.js'

const SEED = 4

/** Items of two groups, told apart by words, with some noise. */
const items = (count: number, seed = SEED): readonly (SentItem & { readonly id: string })[] => {
  const random = new Random(seed, 'pool items')
  return Array.from({ length: count }, (_, k) => {
    const words = truthOf(`i${k}`) === 'spam' ? ['prize', 'offer', 'win'] : ['lunch', 'minutes', 'report']
    const text = Array.from({ length: 6 }, () =>
      random.uniform() < 0.6 ? words[random.below(3)] : `word${random.below(200)}`,
    )
    return { id: `i${k}`, text: text.join(' ') }
  })
}

const truthOf = (id: string): string => (Number(id.slice(1)) % 3 === 0 ? 'spam' : 'ham')

const poolLife = (count = 120, total = 60): Life => {
  const life = new Life({ protocol: 'pool', algorithm: 'auto', measure: 0.2, budget: { total } })
  life.run('observe', { items: items(count) }, 'sender')
  return life
}

/** Answers as somebody who knows; continues pending re-fits like the service. */
const answer = (life: Life, by = 'ann'): string => {
  const id = life.take(by)
  life.run('answer', { id, label: truthOf(id) }, by)
  while (life.run('work', {}));
  return id
}

describe('a pool', () => {
  test('stores items, and chooses questions when somebody asks for one', () => {
    const life = poolLife()
    assert.equal(life.counts.items, 120)
    assert.equal(life.counts.spent, 0)
    const { items } = life.pages[0]
    assert.deepEqual(
      [items.id, items.t, items.predicted, items.asked].map((column) => column.slice(0, 2)),
      [
        ['i0', 'i1'],
        [1, 2],
        ['', ''],
        [false, false],
      ],
    )
    const id = life.take('ann')
    assert.deepEqual(life.pages[1].asked, [id])
    assert.equal(life.counts.spent, 1)
    const [question] = life.run('lease', { count: 1 }, 'ann')
    assert.equal(question.id, id, 'the same person gets the same question until it is answered')
  })

  test('gives different questions to different people, and one to each however many are open', () => {
    const life = poolLife()
    const held = new Set<string>()
    for (let k = 0; k < 4; k++)
      for (const { id } of life.run('lease', { count: 5 }, `person ${k}`)) {
        assert.ok(!held.has(id), `${id} is leased twice`)
        held.add(id)
      }
    assert.equal(held.size, 12, 'ten in advance for two people, and one for each further person')
  })

  test('never spends more than its budget, and labels the rest', () => {
    const life = poolLife(120, 30)
    const asked = new Set<string>()
    for (let k = 0; k < 30; k++) asked.add(answer(life, k % 2 ? 'ann' : 'bob'))
    assert.equal(asked.size, 30)
    assert.deepEqual(life.run('lease', { count: 1 }, 'ann'), [])
    life.run('finish', {})
    const labelled = life.run('classify', { items: items(120) })
    assert.equal(labelled.filter(({ source }) => source === 'answer').length, 30)
    const wrong = labelled.filter((one) => 'label' in one && one.label !== truthOf(one.id))
    assert.ok(wrong.length <= 12, `${wrong.length} of 120 are wrong`)
    const given = labelled.find(({ source }) => source === 'answer')
    assert.ok(given && ['ann', 'bob'].includes(given.by ?? ''))
  })

  test('undo returns the question, and a skipped item goes to another person', () => {
    const life = poolLife()
    const id = answer(life)
    assert.equal(life.run('undo', {}, 'ann').id, id)
    life.run('answer', { id, label: 'ham' }, 'ann')
    const skipped = life.take('ann')
    life.run('skip', { id: skipped }, 'ann')
    for (let k = 0; k < 20; k++) assert.notEqual(answer(life, 'ann'), skipped)
  })

  test('takes known labels of its items, which cost nothing', () => {
    const life = poolLife()
    const known = items(120).slice(0, 40)
    const stored = known.map(({ id }) => id)
    life.run(
      'teach',
      { items: known.map((item) => ({ ...item, label: truthOf(item.id) })), stored },
      'sender',
    )
    assert.deepEqual([life.counts.taught, life.counts.spent, life.counts.items], [40, 0, 120])
    assert.equal(life.pages.at(-1)?.items.id.length, 0)
    for (let k = 0; k < 20; k++) assert.ok(!stored.includes(answer(life)))
    const [first] = life.run('classify', { items: [known[0]] })
    assert.deepEqual([first.source, 'label' in first && first.label], ['example', truthOf(known[0].id)])
  })

  test('lists every label once, whatever the pages, also where an item and a question have the same number', () => {
    const life = poolLife()
    for (let k = 0; k < 12; k++) answer(life)
    const labelled = new Set(life.run('labelled', { limit: 100 }).map(({ id }) => id))
    const others = items(120)
      .map((item, k) => ({ id: item.id, t: k + 1, content: JSON.stringify(item) }))
      .filter(({ id }) => !labelled.has(id))
      .slice(0, 20)
    const answers = others.map(({ id }) => ({ id, label: truthOf(id) }))
    life.run('answers', { answers, unasked: others })
    const all = life.run('labelled', { limit: 100 })
    const numbers = all.map(({ t }) => t)
    assert.equal(all.length, 32)
    assert.ok(new Set(numbers).size < numbers.length, 'some have the same number')
    for (const limit of [1, 2, 3, 7]) {
      const paged: (typeof all)[number][] = []
      for (;;) {
        const last = paged.at(-1)
        const page = life.run('labelled', { limit, ...(last && { after: last }) })
        paged.push(...page)
        if (page.length < limit) break
      }
      assert.deepEqual(paged, all)
    }
  })

  test('finishes in slices, between which questions are answered', () => {
    const life = poolLife()
    for (let k = 0; k < 52; k++) answer(life)
    const context = { time: life.now, by: 'ann', begun: life.stream.seq }
    let pending = 0
    for (;;) {
      const made = operationNamed('quality').handle(life.stream, {}, context)
      const draft = life.stream.page(context)
      if (draft) life.pages.push(draft)
      if (made !== PENDING) break
      const id = pending++ < 3 ? life.take('ann') : undefined
      if (id) life.run('answer', { id, label: truthOf(id) }, 'ann')
    }
    assert.ok(pending > 3, String(pending))
    const finishes = () => life.events().filter(({ type }) => type === 'finished').length
    assert.equal(finishes(), 1)
    const { all } = life.run('quality', {}) as Quality
    assert.ok(all.accuracy.fixedTime.low > 0.3)
    assert.equal(finishes(), 1, 'the estimate is some answers old')
    const wider = life.run('quality', { level: 0.99 }) as Quality
    assert.ok(wider.all.accuracy.fixedTime.low <= all.accuracy.fixedTime.low)
    sameBytes(life.replayed().stream, life.stream, 'from the log')
  })

  test('a replay gives the same bits and the same next question, from the log or from a snapshot', () => {
    const life = poolLife()
    for (let k = 0; k < 12; k++) answer(life, k % 2 ? 'ann' : 'bob')
    const snapshot = life.stream.save()
    const pages = life.pages.length
    life.run('skip', { id: life.take('bob') }, 'bob')
    life.run('undo', {}, 'ann')
    for (let k = 0; k < 12; k++) answer(life, k % 2 ? 'ann' : 'bob')
    const inTheMiddle = life.take('ann')
    life.run('answer', { id: inTheMiddle, label: truthOf(inTheMiddle) }, 'ann')
    const [whole, rest] = [life.replayed(), life.replayed(pages, snapshot)]
    sameBytes(whole.stream, life.stream, 'from the log')
    sameBytes(rest.stream, life.stream, 'from a snapshot')
    for (const one of [life, whole, rest]) one.now += 1e6
    const next = [life, whole, rest].map((one) => {
      while (one.run('work', {}));
      return one.take('cyd')
    })
    assert.equal(new Set(next).size, 1, next.join(' '))
  })
})
