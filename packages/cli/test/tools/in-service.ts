import type { TestContext } from 'node:test'
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

/** A service in this process, over a store of its own; it is gone after the test. */
export const serviceIn = async (t: TestContext, path: (name: string) => string): Promise<Service> => {
  const store = await openStore(path('store.sqlite'))
  const service = await createService({ settings: { ...defaultSettings, threads: 0 }, store })
  t.after(async () => {
    await service.close()
    await store.close()
  })
  return service
}

export const newStream = (
  service: Service,
  id: string,
  config: Partial<StreamConfig> & Pick<StreamConfig, 'classes'>,
) => service.createStream(id, { ...defaultConfig, seed: 1, ...config })

/** Sends items one by one and answers each question at once; gives the decisions. */
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
  (await service.run(stream, 'predict', { items }, by)).map(({ predicted }) => predicted)
