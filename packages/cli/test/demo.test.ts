import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { describe, test } from 'node:test'
import { createClient, unwrap } from '@askance/server/client'
import { prepare } from '../src/commands/demo/data/data.js'
import { demoData } from '../src/commands/demo/data/index.js'
import { createClients, DemoStream } from '../src/commands/demo/stream.js'
import { folder } from './tools/askance.js'
import { demoSettings, madeMails, playedDemo, shownDemo } from './tools/demo.js'
import { until } from './tools/until.js'

const params = { path: { stream: 'mail' } }
const simulated = { paused: false, pace: 0, labeller: { on: true, errorRate: 0, delay: 0 } }
const blockIn = (out: string): string => out.slice(out.indexOf('All '))

describe('askance demo', () => {
  test('gives the same result each time and prints the quality', async (t) => {
    const path = folder(t)
    const settings = { controls: simulated, exit: true }
    const out = await playedDemo(demoSettings(path('a'), settings)).ended
    assert.match(
      out,
      /^Askance classifies 80 real mails .* has learned 24 examples .* 25 % of them \(20 labels\)\.$/m,
    )
    assert.match(out, /^All 80 mails are processed; 20 labels used\.$/m)
    assert.match(out, /^F1 of spam +(?:[\d.]+ %|–) +[\d.]+–[\d.]+ % +[\d.]+ % +(yes|no)$/m)
    assert.match(out, /^accuracy +(?:[\d.]+ %|–) +[\d.]+–[\d.]+ % +[\d.]+ % +(yes|no)$/m)
    const again = await playedDemo(demoSettings(path('b'), settings)).ended
    assert.equal(blockIn(again), blockIn(out))
    const after = await playedDemo(demoSettings(path('a'), settings)).ended
    assert.match(after, /^80 of 80 mails had already arrived/m)
    assert.equal(blockIn(after), blockIn(out))
  })

  test('waits for answers until the labeller is switched on', async (t) => {
    const path = folder(t)
    const demo = await shownDemo(t, demoSettings(path('a')))
    await until(async () => (await demo.view()).state === 'waiting', demo.out)
    const waiting = await demo.view()
    assert.ok(waiting.arrived >= 16 && waiting.arrived < 80, String(waiting.arrived))
    assert.equal(waiting.truth.items, waiting.arrived)
    assert.deepEqual([waiting.taught, waiting.answers], [24, { people: 0, simulated: 0 }])
    assert.deepEqual(
      [waiting.stream, waiting.total, waiting.pace, waiting.labeller],
      ['mail', 80, 0, { on: false, errorRate: 0, delay: 0 }],
    )

    const ada = createClient({ baseUrl: demo.url, name: 'Ada' })
    const { config } = await unwrap(ada.GET('/v1/streams/{stream}', { params }))
    assert.deepEqual(
      [config.classes, config.positive, config.objective, config.algorithm, config.budget, config.seed],
      [['ham', 'spam'], 'spam', 'accuracy', 'auto', { ratio: 0.25, horizon: 80, exponent: 0.7 }, 1],
    )
    assert.equal(config.vectorizer?.text?.preset, 'email')
    assert.match(config.guidelines ?? '', /^Spam is /)
    const { questions } = await unwrap(
      ada.POST('/v1/streams/{stream}/questions/lease', { params, body: { count: 3 } }),
    )
    assert.deepEqual(Object.keys(questions[0]?.content?.meta ?? {}), ['subject', 'from', 'date'])
    assert.doesNotMatch(JSON.stringify(questions.map(({ content }) => content?.id)), /spam|ham/)
    for (const { id } of questions)
      await unwrap(
        ada.POST('/v1/streams/{stream}/questions/{id}/answer', {
          params: { path: { stream: 'mail', id } },
          body: { label: 'ham' },
        }),
      )
    await until(async () => (await demo.view()).arrived > waiting.arrived, demo.out)

    const on = await demo.change({ labeller: { on: true } })
    assert.equal(on.status, 200)
    await until(async () => (await demo.view()).state === 'finished', demo.out)
    await until(() => /All 80 mails are processed/.test(demo.out()), demo.out)
    const { labellers } = await unwrap(ada.GET('/v1/streams/{stream}/labellers', { params }))
    const answers = new Map(labellers.map(({ name, answers }) => [name, answers]))
    assert.equal(answers.get('Ada'), 3)
    assert.ok((answers.get('simulated labeller') ?? 0) > 0)
    assert.equal((await fetch(`${demo.url}/healthz`)).status, 200)

    await unwrap(ada.DELETE('/v1/streams/{stream}', { params }))
    const { state, taught, answers: none } = await demo.view()
    assert.deepEqual([state, taught, none], ['finished', 0, { people: 0, simulated: 0 }])
  })

  test('continues from the saved state until it is reset', async (t) => {
    const path = folder(t)
    const first = await shownDemo(t, demoSettings(path('a')))
    await until(async () => (await first.view()).state === 'waiting', first.out)
    const before = await first.view()
    await first.stop()
    assert.doesNotMatch(first.out(), /are processed/)

    const contrary = { setup: { items: 40, budget: 0.25, seed: 1 }, given: new Set(['items']) }
    await assert.rejects(playedDemo(demoSettings(path('a'), contrary)).ended, { code: 'usage/begun' })
    const second = await shownDemo(t, demoSettings(path('a'), { given: new Set(['items', 'seed']) }))
    assert.match(second.out(), new RegExp(`^${before.arrived} of 80 mails had already arrived`, 'm'))
    const { truth, arrived } = await second.view()
    assert.deepEqual([truth, arrived], [before.truth, before.arrived])
    await second.stop()

    writeFileSync(path('a/other'), '')
    const paused = { ...simulated, paused: true }
    const third = await shownDemo(t, demoSettings(path('a'), { ...contrary, reset: true, controls: paused }))
    assert.deepEqual([(await third.view()).arrived, (await third.view()).total], [0, 40])
    assert.ok(existsSync(path('a/other')))
  })

  test('reports a running demo, takes the next free port, and validates changes of the controls', async (t) => {
    const path = folder(t)
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    t.after(() => taken.close())
    const { port: defaultPort } = taken.address() as AddressInfo
    const paused = { ...simulated, paused: true }
    const demo = await shownDemo(
      t,
      demoSettings(path('a'), { port: undefined, controls: paused }),
      undefined,
      defaultPort,
    )
    assert.ok(Number(new URL(demo.url).port) > defaultPort)
    assert.match(demo.out(), /The default port is in use/)
    await assert.rejects(playedDemo(demoSettings(path('a'))).ended, { code: 'demo/used' })
    await assert.rejects(playedDemo(demoSettings(path('a'), { reset: true })).ended, { code: 'demo/used' })
    const port = Number(new URL(demo.url).port)
    await assert.rejects(playedDemo(demoSettings(path('b'), { port })).ended, { code: 'listen/used' })
    assert.equal((await demo.view()).state, 'paused')

    const wrong = [
      {},
      { pace: 1001 },
      { pace: -1 },
      { pace: 'fast' },
      { speed: 1 },
      { labeller: {} },
      { labeller: { delay: 31 } },
      { labeller: { errorRate: 1.1 } },
      { labeller: { name: 'x' } },
    ]
    for (const body of wrong) assert.equal((await demo.change(body)).status, 400, JSON.stringify(body))
    assert.deepEqual([(await demo.view()).state, (await demo.view()).arrived], ['paused', 0])
    const answer = await demo.change({ pace: 1000, labeller: { errorRate: 0.5, delay: 0.001 } })
    const view = (await answer.json()) as Awaited<ReturnType<typeof demo.view>>
    assert.deepEqual([view.pace, view.labeller], [1000, { on: true, errorRate: 0.5, delay: 0.001 }])
    await demo.change({ paused: false })
    await until(async () => (await demo.view()).state === 'finished', demo.out)
  })

  test('teaches a stream that was only created, and knows the items of one that was never taught', async (t) => {
    const path = folder(t)
    const paused = { ...simulated, paused: true }
    const { url } = await shownDemo(t, demoSettings(path('a'), { controls: paused }))
    const clients = createClients(url)
    const data = { ...demoData.mails, stream: 'created' }
    const { classes, budget } = data
    const config = { id: data.stream, classes: [...classes], budget: { ratio: budget, horizon: 40 }, seed: 3 }
    await unwrap(clients.sender.POST('/v1/streams', { body: config }))
    const mails = madeMails(120)
    const open = () =>
      new DemoStream(data, clients).open({ items: 30, budget: 0.5, seed: 4 }, new Set(), mails)
    const texts = (taught: number) => prepare(mails, { ...data, taught }, 40, 3).arriving
    assert.deepEqual(await open(), { setup: { items: 40, budget, seed: 3 }, arriving: texts(12) })
    const counts = async () =>
      (
        await unwrap(
          clients.sender.GET('/v1/streams/{stream}', { params: { path: { stream: data.stream } } }),
        )
      ).counts
    assert.equal((await counts()).taught, 24)
    assert.deepEqual((await open()).arriving, texts(12))
    assert.equal((await counts()).taught, 24)

    const untaught = { ...config, id: 'untaught' }
    await unwrap(clients.sender.POST('/v1/streams', { body: untaught }))
    const other = new DemoStream({ ...data, stream: 'untaught' }, clients)
    await other.service.send(texts(0).slice(0, 1))
    const continued = await other.open({ items: 30, budget: 0.5, seed: 4 }, new Set(), mails)
    assert.deepEqual(continued.arriving, texts(0))
    assert.equal((await other.counts()).taught, 0)
  })

  test('survives deletion of its stream and items of other senders', async (t) => {
    const path = folder(t)
    const demo = await shownDemo(t, demoSettings(path('a')), madeMails(200))
    const client = createClient({ baseUrl: demo.url })
    await unwrap(
      client.POST('/v1/streams/{stream}/items', { params, body: { id: 'mine', text: 'Is this mine?' } }),
    )
    await demo.change({ labeller: { on: true } })
    await until(async () => (await demo.view()).arrived >= 20, demo.out)
    await unwrap(client.DELETE('/v1/streams/{stream}', { params }))
    await until(() => /The stream was deleted/.test(demo.out()), demo.out)
    assert.equal((await demo.view()).state, 'finished')
    assert.equal((await fetch(`${demo.url}/healthz`)).status, 200)
  })
})
