import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Observed } from '@askance/core'
import { itemTexts } from '../src/operations/item-texts.js'
import { toDecision } from '../src/operations/known-items.js'
import { decisionText } from '../src/operations/receive.js'
import type { SentItem } from '../src/operations/types.js'
import type { ObservedEvent } from '../src/stream/classifier.js'
import type { StreamConfig } from '../src/stream/config.js'
import { Stream } from '../src/stream/stream.js'
import { type Bench, keyOf, newBench } from './support/service.js'
import { askingConfig, rowItem } from './support/stream-life.js'

const LIMIT = { timeout: 300_000 }
const by = 'sender'

let isLong = false

/** The decisions about items that are sent as a body. */
const received = async (bench: Bench, items: readonly SentItem[], key?: string, stream = 's') => {
  // Ids in long bodies are found in another way than in short ones.
  const body = JSON.stringify({ items }) + (isLong ? ' '.repeat(3000) : '')
  const caller = { by, ...(key !== undefined && { key: keyOf(key, body) }) }
  const { decisions, isBatch } = await bench.service.receive(stream, body, caller)
  assert.ok(isBatch)
  return JSON.parse(`[${decisions}]`) as readonly { readonly id: string; readonly t: number }[]
}

const named = (...ids: string[]) => ids.map((id) => ({ id, ...rowItem(id) }))

/** Labels and ids that look like the end of a decision in its line. */
const HOSTILE = ['","trace":{"', '\\","trace":', 'a","item":true}']

for (const length of ['short', 'long'])
  describe(`a ${length} body`, LIMIT, () => {
    before(() => {
      isLong = length === 'long'
    })

    for (const [name, config] of Object.entries({
      'with one label': {},
      'with auto': { algorithm: 'auto' },
      'with hostile names': { classes: ['ham', HOSTILE[0] as string] },
      'with several labels': { multiLabel: true, classes: ['a', 'b', 'c'] },
      'in a pool': { mode: 'pool', algorithm: 'auto' },
    } as Record<string, Partial<StreamConfig>>))
      test(`${name} gets the decisions that its items get`, async (context) => {
        const bench = await newBench(context)
        await bench.create('s', config)
        await bench.create('t', config)
        for (const ids of [['a', 'b', 'c'], HOSTILE, ['d', 'a', 'e']]) {
          const decisions = await bench.service.run('t', 'observe', { items: named(...ids) }, { by })
          assert.deepEqual(await received(bench, named(...ids)), JSON.parse(JSON.stringify(decisions)))
        }
        const [one, other] = await Promise.all(['s', 't'].map((id) => bench.store.findItems(id, ['a', 'e'])))
        assert.deepEqual(one, other)
        assert.ok(await bench.isAsOnDisk())
      })

    test('may have items with and without ids, some of them stored already', async (context) => {
      const bench = await newBench(context)
      await bench.create()
      const [a, b] = await received(bench, named('a', 'b'))
      const mixed = await received(bench, [rowItem('x'), ...named('b', 'c'), rowItem('y'), ...named('a')])
      assert.deepEqual([mixed[1], mixed[4]], [b, a])
      assert.deepEqual(
        mixed.map(({ t }) => t),
        [3, 2, 4, 5, 1],
      )
      const [stored] = await bench.store.findItems('s', [mixed[0].id])
      assert.deepEqual(JSON.parse(stored.content), { ...rowItem('x'), id: mixed[0].id })
    })

    test('sent several times at once has one decision for each id, also with a key', async (context) => {
      const bench = await newBench(context, { threads: 1 })
      await bench.create()
      const bodies = [named('a', 'b'), named('b', 'c'), named('c', 'a', 'd')]
      const found = await Promise.all([...bodies, ...bodies].map((items) => received(bench, items)))
      for (const k of bodies.keys()) assert.deepEqual(found[k], found[k + bodies.length])
      assert.equal((await bench.status()).counts.items, 4)
      const once = [rowItem('x')]
      const again = await Promise.all([1, 2, 3].map(() => received(bench, once, 'key')))
      for (const decisions of again) assert.deepEqual(decisions, again[0])
      await bench.restart()
      assert.deepEqual(await received(bench, once, 'key'), again[0])
      assert.equal((await bench.status()).counts.items, 5)
    })

    test('that is invalid changes nothing, and the error has the number of its item', async (context) => {
      const bench = await newBench(context)
      await bench.create()
      await received(bench, named('a'))
      const teach = { items: named('taught').map((item) => ({ ...item, label: 'ham' })) }
      await bench.service.run('s', 'teach', teach, { by })
      const rejected = (items: readonly unknown[], expected: object) =>
        assert.rejects(received(bench, items as readonly SentItem[]), expected)
      const check = async (items: readonly unknown[], code: string, number: number) =>
        rejected(items, ({ code: found, details }: { code: string; details: { number: number } }) => {
          assert.deepEqual([found, details.number], [code, number])
          return true
        })
      await check([...named('a', 'b'), { text: 'words' }], 'item/shape', 3)
      await check([rowItem('x'), ...named('b', 'taught')], 'item/repeated', 3)
      await check(named('b', 'b'), 'item/repeated', 2)
      await rejected([{ id: 'b' }], { code: 'item/shape' })
      await rejected([{ id: 5 }], { code: 'request/invalid', message: /\/items\/0\/id/ })
      await assert.rejects(bench.service.receive('s', '{"items":[\n{]}', { by }), {
        code: 'request/invalid',
        position: { line: 2, column: 2 },
      })
      assert.equal((await bench.status()).counts.items, 1)
    })
  })

test('a decision is cut out of its line as it would be written', () => {
  for (const label of ['spam', ...HOSTILE]) {
    const stream = new Stream('s', { ...askingConfig, classes: ['ham', label] })
    for (const id of ['a', ...HOSTILE]) {
      const event = stream.classifier.observe(rowItem(id), id, { time: 1, ask: true }) as ObservedEvent
      for (const ready of [{}, { ready: false }]) {
        const changed = { ...event, ...ready, predicted: label } as ObservedEvent
        const { trace, item, ...rest } = changed as Observed
        const line = JSON.stringify({ ...rest, trace, item })
        assert.deepEqual(
          JSON.parse(decisionText(changed, line)),
          JSON.parse(JSON.stringify(toDecision(changed))),
        )
      }
    }
  }
})

describe('the text of an item', () => {
  const bodies = [
    { items: [{ text: 'a' }, { id: 'b', text: 'é 漢字 {"' }] },
    { items: [{ row: { index: [1, 2], value: [-0.5, 1e21] } }, { features: { a: 1, 'b{[:': 'c,}' } }] },
    { text: 'one', meta: { subject: 'a:b', '"': null } },
    {
      items: [
        { text: 'a', fields: [1, { a: 2 }] },
        { vector: [1, 2], meta: {} },
      ],
    },
    { items: [] },
  ]

  test('is what would be written, or missing', () => {
    let found = 0
    for (const body of bodies) {
      const items = ('items' in body ? body.items : [body]) as readonly SentItem[]
      for (const text of [JSON.stringify(body), JSON.stringify(body, null, 1), `${JSON.stringify(body)}\n`])
        itemTexts(text, items).forEach((one, k) => {
          if (one === undefined) return
          assert.equal(one, JSON.stringify(items[k]))
          found++
        })
    }
    assert.equal(found, 3)
  })

  test('has other numbers only in form, and no name twice', () => {
    const row = '{"row":{"index":[1],"value":[1.50]}}'
    const body = `{"items":[${row},{"text":"a","text":"b"},{"text":"b","meta":{"x":1,"x":2}}]}`
    const { items } = JSON.parse(body) as { items: SentItem[] }
    assert.deepEqual(itemTexts(body, items), [row, undefined, undefined])
    assert.deepEqual(itemTexts('{"items":[{"text":"a"}],"items":[{"text":"b"}]}', [{ text: 'b' }]), [])
  })
})
