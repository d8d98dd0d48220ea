import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, Metrics, type Parameter } from '@askance/core'
import { createRounds } from '@askance/core/internals'
import { reach } from '../src/aim/reach.js'
import { livePlayer, type Piece, play } from '../src/play/play.js'
import { stageOf } from '../src/sets/stage.js'
import { madeSet } from './support/sets.js'

const set = madeSet({ seed: 4, rows: 200 })
const stage = stageOf(set, 1)
const newAsker = () => createRounds({ algorithm: 'PAA-I', classes: 2, parameters: { smoothing: 1 }, seed: 1 })

/** The stage in pieces of so many items, handed over one by one. */
const inPieces = (size: number) => ({
  async *pieces(): AsyncGenerator<Piece> {
    for (let from = 0; from < 200; from += size)
      yield { ...stage, from, to: Math.min(200, from + size), done: Math.min(200, from + size) / 200 }
  },
})

const whole = { pieces: (): Piece[] => [{ ...stage, from: 0, to: 200 }] }

describe('play', () => {
  test('gives the same whatever the pieces, the delay and the listeners are', async () => {
    for (const delay of [0, 9]) {
      const [one, other] = [new Metrics(2, 1), new Metrics(2, 1)]
      const [first, second] = [newAsker(), newAsker()]
      const heard: boolean[] = []
      await play(first, whole, one, { delay })
      const { items, broken, stopped } = await play(second, inPieces(17), other, {
        delay,
        onRound: ({ asked }) => heard.push(asked),
      })
      assert.deepEqual([items, broken, stopped, heard.length], [200, undefined, false, 200])
      assert.deepEqual(other.values(), one.values())
      assert.deepEqual(second.save(), first.save())
      assert.equal(heard.filter(Boolean).length, one.values().asked)
    }
  })

  test('a delay that is drawn for each question may be none', async () => {
    const [plain, drawn] = [newAsker(), newAsker()]
    await play(plain, whole, new Metrics(2, 1))
    await play(drawn, whole, new Metrics(2, 1), { delay: () => 0 })
    assert.deepEqual(drawn.save(), plain.save())
  })

  test('reports progress, and stops where it may not go on', async () => {
    const left = [10, 30, 0]
    const reports: number[] = []
    const metrics = new Metrics(2, 1)
    const played = await play(newAsker(), inPieces(100), metrics, {
      ahead: () => left.shift() ?? 0,
      onProgress: async (items, { done }) => {
        await Promise.resolve()
        reports.push(items, done ?? 0)
      },
    })
    assert.deepEqual(reports, [10, 0.5, 30, 0.5])
    assert.deepEqual([played.items, played.stopped, metrics.values().items], [40, true, 40])
  })

  test('keeps what was played before a source broke', async () => {
    const reason = new Error('line 51')
    const broken = {
      *pieces(): Generator<Piece> {
        yield { ...stage, from: 0, to: 50 }
        throw reason
      },
    }
    const played = await play(newAsker(), broken, new Metrics(2, 1))
    assert.deepEqual([played.items, played.broken, played.last?.to], [50, reason, 50])
  })

  test('plays a live classifier, whose questions are answered late', async () => {
    for (const delay of [0, 20]) {
      const classifier = new Classifier({
        classes: set.facts.classes,
        budget: { ratio: 0.2, horizon: 200 },
        seed: 1,
      })
      let withdrawn = 0
      classifier.log = ({ type }) => {
        if (type === 'withdrawn') withdrawn++
      }
      const metrics = new Metrics(2, 1)
      await play(livePlayer(classifier), inPieces(50), metrics, { delay })
      const { items, spent, answers } = classifier.counts
      const { asked } = metrics.values()
      // A late answer to a withdrawn question is charged only while the budget lasts.
      assert.ok(items === 200 && spent <= asked && asked - spent <= withdrawn)
      assert.ok(delay > 0 || withdrawn === 0)
      assert.ok(spent > 0 && spent <= 40 && (delay === 0 ? answers === spent : answers <= spent))
    }
  })
})

describe('reach', () => {
  const parameter: Parameter = { name: 'b', symbol: 'b', type: 'number', default: 1, above: 0, summary: '' }
  const options = { parameter, more: 'up', wanted: 50, hasFloor: true } as const

  test('takes the first configuration that can ask so little, eased where that is allowed', async () => {
    // A configuration is the number of questions that cannot be avoided.
    const asked = (floor: number, value: number): number => floor + Math.min(900, 100 * value)
    const eased = (floor: number, step: number): number => floor / 3 ** step
    const found = async (configs: readonly [number, ...number[]], ease = true) =>
      reach({ ...options, configs, asked, ...(ease && { eased }) })
    assert.equal((await found([10])).config, 10)
    assert.equal((await found([300])).config, 300 / 3 ** 2)
    assert.equal((await found([300, 20], false)).config, 20)
    const tooMany = await found([300, 200], false)
    assert.deepEqual([tooMany.config, tooMany.found.status], [200, 'too many'])
  })

  test('does not ease what a step does not help', async () => {
    let passes = 0
    const { found } = await reach({
      ...options,
      configs: [400],
      eased: (floor) => floor,
      asked: (floor) => {
        passes++
        return floor
      },
    })
    assert.deepEqual([found.status, passes], ['too many', 2])
  })
})
