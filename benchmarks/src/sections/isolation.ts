import { join } from 'node:path'
import { Random } from '@askance/core/internals'
import { withTempFolder } from '../service/folder.js'
import { items } from '../service/items.js'
import { type LoadResult, latency, sendLoad, startServerProcess } from '../service/processes.js'
import { type Section, times } from './section.js'

const WORDS = 2000
const LARGE_BATCH = 500

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const textOf = (random: Random): string =>
  Array.from({ length: 200 }, () => `word${random.below(WORDS)}`).join(' ')

/** Sends large batches of long texts until `isOver`. */
const keepBusy = async (url: string, isOver: () => boolean): Promise<void> => {
  const random = new Random(2, 'benchmark/isolation')
  while (!isOver())
    await post(url, { items: Array.from({ length: LARGE_BATCH }, () => ({ text: textOf(random) })) })
}

/** Prediction latency of a small stream, alone and while another is busy. */
const measured = async (
  folder: string,
  threads: number,
  seconds: number,
): Promise<{ readonly alone: LoadResult; readonly shared: LoadResult }> => {
  const server = await startServerProcess('serve', [join(folder, `${threads}.sqlite`), String(threads)])
  const streams = `${server.url}/v1/streams`
  for (const id of ['small', 'busy']) await post(streams, { id, classes: ['no', 'yes'], seed: 1 })
  const [one] = items(new Random(1, 'benchmark/isolation'), 1)
  const predict = (): Promise<LoadResult> => sendLoad(`${streams}/small/predict`, one ?? {}, { seconds }, 1)
  await predict()
  const alone = await predict()
  let isOver = false
  const busy = keepBusy(`${streams}/busy/items`, () => isOver)
  const shared = await predict()
  isOver = true
  await busy
  await server.stop()
  return { alone, shared }
}

export const isolation: Section = {
  name: 'isolation',
  title: `A small stream next to a busy one: predictions while batches of ${LARGE_BATCH} long texts are learned`,
  run: ({ quick }) =>
    withTempFolder(async (folder) => {
      const lines = []
      for (const threads of [0, 1, 2]) {
        const { alone, shared } = await measured(folder, threads, quick ? 1 : 5)
        lines.push({
          measurement:
            threads === 0 ? 'no learning thread' : `${threads} learning thread${threads > 1 ? 's' : ''}`,
          result: `${latency(shared)}; alone ${latency(alone)}`,
          ratio: `${times(shared.rate / alone.rate)} of the predictions it makes alone`,
          target: '',
        })
      }
      return lines
    }),
}
