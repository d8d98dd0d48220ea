import type { Service, Store } from '@askance/server'

/** Leaves a service as if its process had died: no snapshot of the end is taken. */
export const abandon = async (store: Store, service: Service): Promise<void> => {
  await store.close()
  await service.close().catch(() => undefined)
}
