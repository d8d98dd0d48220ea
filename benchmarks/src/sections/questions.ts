import { join } from 'node:path'
import { VERSION } from '@askance/core'
import { count, Random } from '@askance/core/internals'
import { createApp, createService, defaultSettings, openStore, type Service } from '@askance/server'
import { abandon } from '../service/abandon.js'
import { withTempFolder } from '../service/folder.js'
import { configOf, items } from '../service/items.js'
import { type Section, times } from './section.js'

const by = { by: 'sender' }
const AT_A_TIME = 1000
const LEASES = 300

/** A stream with the given number of open questions. */
const asked = async (service: Service, open: number): Promise<string> => {
  const stream = `open-${open}`
  await service.createStream(stream, configOf('D-AMD', { ratio: 1 }))
  const random = new Random(1, 'benchmark/questions')
  for (let k = 0; k < open; k += AT_A_TIME)
    await service.run(stream, 'observe', { items: items(random, AT_A_TIME) }, by)
  return stream
}

/** Median time to lease one question over HTTP, in milliseconds, each by a new labeller. */
const leaseTime = async (url: string, stream: string, turn: number): Promise<number> => {
  const spent: number[] = []
  for (let k = 0; k < LEASES; k++) {
    const from = performance.now()
    const response = await fetch(`${url}/v1/streams/${stream}/questions/lease`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-askance-name': `labeller ${turn} ${k}` },
      body: '{"count":1}',
    })
    const answer = (await response.json()) as { questions?: unknown[] }
    spent.push(performance.now() - from)
    if (!answer.questions?.length) throw new Error(`${stream} has no open question`)
  }
  return spent.sort((a, b) => a - b)[LEASES / 2] ?? Number.NaN
}

export const questions: Section = {
  name: 'questions',
  title: 'Leasing a question, by how many are open',
  run: ({ quick }) =>
    withTempFolder(async (folder) => {
      const store = await openStore(join(folder, 'questions.sqlite'))
      const settings = { ...defaultSettings, snapshotEvery: 1e9, anonymous: true, logLevel: 'silent' }
      const service = createService({ settings, store })
      const app = await createApp({ service, settings, version: VERSION })
      const url = await app.listen({ port: 0, host: '127.0.0.1' })
      const many = quick ? 100_000 : 1_000_000
      const streams = [await asked(service, 1000), await asked(service, many)] as const
      const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      for (let turn = 0; turn < 3; turn++)
        for (const k of [0, 1] as const) best[k] = Math.min(best[k], await leaseTime(url, streams[k], turn))
      await app.close()
      await abandon(store, service)
      const shown = (milliseconds: number): string => `${milliseconds.toFixed(3)} ms, the median of ${LEASES}`
      return [
        { measurement: '1,000 open', result: shown(best[0]), ratio: '1', target: '' },
        {
          measurement: `${count(many)} open`,
          result: shown(best[1]),
          ratio: times(best[1] / best[0]),
          target: 'at most 1.5×',
          slowness: { name: 'many open', ratio: best[1] / best[0] },
        },
      ]
    }),
}
