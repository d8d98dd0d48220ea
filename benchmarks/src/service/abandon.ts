import type { Service, Store } from '@askance/server'

/** Closes the store first, so that the service cannot write a final snapshot, as if its process had died. */
export const abandon = async (store: Store, service: Service): Promise<void> => {
  await store.close()
  await service.close().catch(() => undefined)
}
