import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { AskanceError } from '@askance/core'
import { type Controls, type ControlsChange, withChange } from '../src/commands/demo/controls.js'
import { type NumberedItem, prepare } from '../src/commands/demo/data/data.js'
import { demoData } from '../src/commands/demo/data/index.js'
import { Demos } from '../src/commands/demo/demos.js'
import { Feed } from '../src/commands/demo/feed.js'
import { SimulatedLabeller } from '../src/commands/demo/labeller.js'
import { defaultFolder, removeStore, storePath } from '../src/commands/demo/state.js'
import { createClients } from '../src/commands/demo/stream.js'
import { folder } from './tools/askance.js'
import { FakeClock, FakeService, madeMails } from './tools/demo.js'

const numbered = (count: number): readonly NumberedItem[] =>
  prepare(madeMails(count), { ...demoData.mails, taught: 0 }, count, 1).arriving

const defaults: Controls = { paused: false, pace: 20, labeller: { on: false, errorRate: 0, delay: 0.5 } }

const arriving = (count: number, change: ControlsChange = {}, arrived = 0) => {
  const service = new FakeService()
  const clock = new FakeClock()
  const mails = numbered(count)
  let controls = withChange(defaults, change)
  const outcome: string[] = []
  const arrival = new Feed({
    service,
    items: mails,
    arrived,
    controls: () => controls,
    onPrediction: ({ id }) => outcome.push(id),
    sleep: clock.sleep,
    now: () => clock.time,
  })
  const turn = (next: ControlsChange): void => {
    controls = withChange(controls, next)
    arrival.wake()
  }
  return { arrival, service, clock, mails, outcome, turn }
}

describe('the feed', () => {
  test('sends each mail once, in order, at the pace', async () => {
    const { arrival, service, clock, mails, outcome } = arriving(100)
    service.asks = () => false
    assert.equal(await arrival.run(), true)
    assert.deepEqual(
      outcome,
      mails.map(({ id }) => id),
    )
    assert.deepEqual(service.sent.flat(), outcome)
    assert.ok(service.sent.every((batch) => batch.length === 2))
    // 100 mails at 20 per second, without a pause after the last.
    assert.ok(Math.abs(clock.time - 5000) <= 100, String(clock.time))
    assert.deepEqual([arrival.arrived, arrival.state], [100, 'finished'])
  })

  test('continues after the mails that had arrived before', async () => {
    const { arrival, service } = arriving(12, {}, 9)
    service.asks = () => false
    await arrival.run()
    assert.deepEqual(service.sent.flat(), ['mail-10', 'mail-11', 'mail-12'])
  })

  test('slows down with each open question, waits while 16 are open, and ends with the last answer', async () => {
    const { arrival, service, clock } = arriving(60)
    const seen: [number, string][] = []
    const pauses = new Map<number, number>()
    clock.before = () => {
      const slept = clock.slept.at(-1) ?? 0
      seen.push([service.openIds.length, arrival.state])
      if (arrival.state === 'arriving') pauses.set(service.openIds.length, slept)
      if (arrival.state === 'waiting') service.openIds.shift()
    }
    assert.equal(await arrival.run(), true)
    assert.deepEqual(service.openIds, [])
    assert.equal(Math.max(...seen.map(([open]) => open)), 17)
    for (const [open, state] of seen) if (state === 'waiting' && arrival.arrived < 60) assert.ok(open >= 16)
    // Two mails at 20 per second, with 0 and with 8 questions before them.
    assert.deepEqual([pauses.get(2), pauses.get(10)], [100, 200])
    assert.ok(seen.some(([, state]) => state === 'waiting'))
  })

  test('waits for leased questions, unless the simulated labeller is on', async () => {
    const { arrival, service, clock, turn } = arriving(20)
    service.asks = () => false
    service.held = 20
    let looks = 0
    clock.before = () => {
      if (++looks === 5) turn({ labeller: { on: true } })
      if (looks < 5) assert.deepEqual([arrival.state, arrival.arrived], ['waiting', 0])
    }
    assert.equal(await arrival.run(), true)
    assert.deepEqual([arrival.state, arrival.arrived], ['finished', 20])
  })

  test('waits for each answer when the delay is 0', async () => {
    const { arrival, service, clock } = arriving(20, { pace: 0, labeller: { on: true, delay: 0 } })
    clock.before = () => {
      assert.ok(service.openIds.length <= 5)
      service.openIds.length = 0
    }
    await arrival.run()
    assert.deepEqual(
      service.sent.map((batch) => batch.length),
      [5, 5, 5, 5],
    )
  })

  test('pauses, resumes and stops', async () => {
    const { arrival, service, clock, turn } = arriving(20)
    service.asks = () => false
    let pauses = 0
    clock.before = () => {
      if (clock.slept.at(-1) === Number.POSITIVE_INFINITY) {
        assert.deepEqual([arrival.state, arrival.arrived], ['paused', 4])
        pauses++
        setImmediate(() => turn({ paused: false }))
      } else if (arrival.arrived === 4) turn({ paused: true })
    }
    assert.equal(await arrival.run(), true)
    assert.deepEqual([pauses, arrival.arrived], [1, 20])

    const other = arriving(20)
    other.clock.before = () => other.arrival.stop()
    assert.equal(await other.arrival.run(), false)
    assert.ok(other.arrival.arrived < 20)
    assert.notEqual(other.arrival.state, 'finished')
  })
})

const labelling = (ids: readonly string[], errorRate = 0, delay = 2) => {
  const service = new FakeService()
  const clock = new FakeClock()
  service.openIds.push(...ids)
  const settings = { on: true, errorRate, delay }
  let answered = 0
  const labeller = new SimulatedLabeller({
    service,
    classes: ['ham', 'spam'],
    truthOf: (id) => (id.startsWith('mail') ? (Number(id.slice(5)) % 2 ? 'spam' : 'ham') : undefined),
    seed: 3,
    settings: () => settings,
    onAnswer: () => answered++,
    sleep: clock.sleep,
  })
  return { labeller, service, clock, settings, answered: () => answered }
}

describe('the simulated labeller', () => {
  const ids = Array.from({ length: 200 }, (_, k) => `mail-${k + 1}`)

  test('answers with the true label after its delay', async () => {
    const { labeller, service, clock, answered } = labelling(['mail-1', 'mail-2', 'mail-3'])
    service.withdrawn.add('mail-2')
    clock.before = () => {
      if (clock.slept.at(-1) === 200) labeller.stop()
    }
    await labeller.run()
    assert.deepEqual(
      [...service.answers],
      [
        ['mail-1', 'spam'],
        ['mail-3', 'spam'],
      ],
    )
    assert.deepEqual(clock.slept, [2000, 2000, 2000, 200])
    assert.equal(answered(), 2)
  })

  test('errs at its rate, independent of the order', async () => {
    const wrong = async (order: readonly string[]): Promise<string[]> => {
      const { labeller, service, clock } = labelling(order, 0.25, 0)
      clock.before = () => labeller.stop()
      await labeller.run()
      assert.equal(service.answers.size, 200)
      return ids.filter((id) => service.answers.get(id) !== (Number(id.slice(5)) % 2 ? 'spam' : 'ham'))
    }
    const first = await wrong(ids)
    assert.ok(first.length > 30 && first.length < 70, String(first.length))
    assert.deepEqual(await wrong(ids.toReversed()), first)
  })

  test('releases its question when switched off, and resumes when switched on', async () => {
    const { labeller, service, clock, settings } = labelling(['mail-1'])
    clock.before = () => {
      const slept = clock.slept.at(-1)
      if (slept === 2000 && service.released.length === 0) {
        settings.on = false
        labeller.onSettingsChange()
      }
      if (slept === Number.POSITIVE_INFINITY) {
        assert.deepEqual([service.openIds, service.leased], [['mail-1'], []])
        settings.on = true
        setImmediate(() => labeller.onSettingsChange())
      }
      if (slept === 200) labeller.stop()
    }
    await labeller.run()
    assert.deepEqual(service.released, ['mail-1'])
    assert.deepEqual([...service.answers.keys()], ['mail-1'])
  })

  test('releases questions about items of other senders', async () => {
    const { labeller, service, clock } = labelling(['mine-1', 'mine-2', 'mail-5'])
    clock.before = () => {
      if (service.answers.size === 1 && clock.slept.at(-1) === 200) labeller.stop()
    }
    await labeller.run()
    assert.deepEqual([...service.answers], [['mail-5', 'spam']])
    assert.deepEqual(service.openIds.toSorted(), ['mine-1', 'mine-2'])
    assert.deepEqual(service.leased, [])
  })
})

describe('a demo that cannot be opened', () => {
  test('rejects the requests that wait for it, and can be stopped', async () => {
    const demos = new Demos({
      data: 'mails',
      setup: { seed: 1 },
      given: new Set(),
      controls: defaults,
      load: async () => {
        throw new AskanceError('dataset/package', 'cannot load', {})
      },
      onEnd: () => assert.fail('never started'),
    })
    const reported = assert.rejects(demos.report(), { code: 'dataset/package' })
    const changed = assert.rejects(demos.show('table'), { code: 'dataset/package' })
    await assert.rejects(demos.open(createClients('http://127.0.0.1:1')), { code: 'dataset/package' })
    await Promise.all([reported, changed, demos.stop()])
  })
})

describe('the state of the demo', () => {
  test('the default folder follows the conventions of the system', () => {
    assert.equal(
      defaultFolder({ XDG_STATE_HOME: 'not/absolute' }, '/ada', 'linux'),
      join('/ada', '.local', 'state', 'askance'),
    )
    assert.equal(defaultFolder({ LOCALAPPDATA: 'local' }, '/ada', 'win32'), join('local', 'askance'))
    assert.equal(defaultFolder({}, 'ada', 'win32'), join('ada', 'AppData', 'Local', 'askance'))
  })

  test('a reset deletes only the store, even a damaged one, but not one in use', async (t) => {
    const path = folder(t)
    const store = storePath(path('deep/er'))
    const names = [store, `${store}-wal`, `${store}-lock`, path('deep/er/other.sqlite')]
    for (const name of names) writeFileSync(name, 'x')
    const opening = (code: string) => async () => {
      throw new AskanceError(code, 'cannot', {})
    }
    await assert.rejects(removeStore(path('deep/er'), opening('store/used')), { code: 'demo/used' })
    assert.deepEqual(names.map(existsSync), [true, true, true, true])
    await removeStore(path('deep/er'), opening('store/broken'))
    assert.deepEqual(names.map(existsSync), [false, false, false, true])
    writeFileSync(path('file'), '')
    assert.throws(() => storePath(path('file')), { code: 'demo/state' })
  })
})
