import { Random } from '@askance/core/internals'
import { openStore } from '../../src/store/open.js'
import { Stream } from '../../src/stream/stream.js'
import { checkLog, checkModel, logOf, replayed } from './crash-check.js'
import { Acknowledged, load, STREAM, untilOrEnded } from './crash-load.js'
import { startProcess } from './crash-process.js'

interface CrashOptions {
  readonly store: string
  readonly rounds: number
  readonly seed: number
  readonly algorithm: string
  readonly sqliteDriver: string
  /** A round is killed after at most this many answers. */
  readonly mostAnswers: number
  /** Called after each round with the acknowledged items and answers. */
  onRound?(round: number, items: number, answers: number): void
}

export const RATIO = 0.3

/**
 * Rounds of load, each ended by kill −9 at a random moment. After each, the store is read without the service, and the
 * service that is started on it next must have the model that the log gives.
 */
export const crashRounds = async (options: CrashOptions): Promise<Acknowledged> => {
  const { store: url, rounds, seed, algorithm, sqliteDriver, mostAnswers, onRound } = options
  const random = new Random(seed, 'test/crash')
  const known = new Acknowledged()
  for (let round = 1; round <= rounds; round++) {
    const service = await startProcess({ store: url, sqliteDriver, snapshotEvery: 200 })
    if (round === 1) await createStream(service.url, algorithm)
    else await checkRestarted(service.url)
    let isOver = false
    const loaded = load(service.url, known, { senders: 3, labellers: 3, seed: seed + round }, () => isOver)
    const enough = known.answers.size + 1 + random.below(mostAnswers)
    await untilOrEnded(() => known.answers.size >= enough, loaded)
    await service.kill()
    isOver = true
    await loaded
    await checkStore(url, known, sqliteDriver)
    onRound?.(round, known.decisions.size, known.answers.size)
  }
  return known
}

export const createStream = async (service: string, algorithm: string): Promise<void> => {
  const body = { id: STREAM, classes: ['a', 'b'], algorithm, budget: { ratio: RATIO }, seed: 1 }
  const response = await fetch(`${service}/v1/streams`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** The service has the store open, so the log is read over HTTP. */
export const checkRestarted = async (service: string): Promise<void> => {
  const response = await fetch(`${service}/v1/streams/${STREAM}`)
  const { config } = (await response.json()) as { config: never }
  const log = await (await fetch(`${service}/v1/streams/${STREAM}/log?items=true`)).text()
  const stream = new Stream(STREAM, config)
  stream.replay(log.trimEnd())
  await checkModel(service, stream)
}

/** The store, read without the service: all that was acknowledged is there. */
export const checkStore = async (url: string, known: Acknowledged, sqliteDriver = 'auto'): Promise<void> => {
  const store = await openStore(url, { sqliteDriver })
  try {
    const pages = await logOf(store)
    await replayed(store, pages)
    checkLog(pages, known, RATIO)
  } finally {
    await store.close()
  }
}
