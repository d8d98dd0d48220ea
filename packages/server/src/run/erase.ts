import { serverError } from '../errors.js'
import { type ErasedPerson, erasePerson, erasureText, type PersonalData } from '../service/erase-person.js'
import { createService } from '../service/service.js'
import { readKeys } from '../settings/keys.js'
import type { Settings } from '../settings/table.js'
import { openStore } from '../store/open.js'

/** Erases the data of a person from a store that no service uses, and records it in the audit log. */
export const eraseFromStore = async (
  settings: Settings,
  stream: string,
  person: PersonalData,
  actor: string,
  onProgress?: (items: number) => void,
): Promise<ErasedPerson> => {
  const store = await openStore(settings.store, {
    isService: true,
    mustExist: true,
    keys: readKeys(settings),
    sqliteDriver: settings.sqliteDriver,
  })
  const service = createService({ settings: { ...settings, threads: 0 }, store })
  try {
    if (!(await store.readStream(stream))) throw serverError('stream/unknown', { stream })
    const erased = await erasePerson(service, stream, person, { by: actor }, onProgress)
    const detail = erasureText(erased)
    await store.note({ time: service.now(), who: actor, action: 'erasePerson', stream, detail })
    return erased
  } finally {
    await service.close()
  }
}
