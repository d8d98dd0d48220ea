import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import {
  createService,
  defaultConfig,
  defaultSettings,
  openStore,
  type SentItem,
  type Service,
  type StreamConfig,
} from '@askance/server'

const by = { by: 'ann' }

/** One service in this process for the tests of a file, with its own store. */
export const sharedService = (): (() => Service) => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-service-'))
  let service: Service
  let close: () => Promise<void>
  before(async () => {
    const store = await openStore(join(folder, 'store.sqlite'))
    service = await createService({ settings: { ...defaultSettings, threads: 0 }, store })
    close = async () => {
      await service.close()
      await store.close()
    }
  })
  after(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  return () => service
}

let streams = 0

/** Creates a stream and returns its id. */
export const newStream = async (
  service: Service,
  config: Partial<StreamConfig> & Pick<StreamConfig, 'classes'>,
): Promise<string> => {
  const id = `stream-${++streams}`
  await service.createStream(id, { ...defaultConfig, seed: 1, ...config })
  return id
}

/** Sends items one by one and answers each question at once; returns the decisions. */
export const playStream = async (
  service: Service,
  stream: string,
  items: readonly (SentItem & { readonly label: string })[],
) => {
  const decisions = []
  for (const { label, ...item } of items) {
    const [decision] = await service.run(stream, 'observe', { items: [item] }, by)
    decisions.push(decision)
    if (!decision.asked) continue
    const [{ id }] = await service.run(stream, 'lease', { count: 1 }, by)
    await service.run(stream, 'answer', { id, label }, by)
  }
  return decisions
}

export const exportModel = (service: Service, stream: string): Promise<Uint8Array> =>
  service.run(stream, 'exported', {}, by)

export const importModel = (service: Service, stream: string, model: Uint8Array) =>
  service.run(stream, 'imported', { model }, by)

export const predictIn = async (
  service: Service,
  stream: string,
  items: readonly SentItem[],
): Promise<readonly string[]> =>
  (await service.run(stream, 'predict', { items }, by)).map(({ predicted }) => String(predicted))
