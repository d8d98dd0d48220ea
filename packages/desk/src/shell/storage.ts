/** The browser may deny storage. Errors are ignored, and nothing is stored. */
const attempt = <T>(what: () => T): T | undefined => {
  try {
    return what()
  } catch {
    return undefined
  }
}

type StorageScope = 'device' | 'tab'
const storageFor = (where: StorageScope): Storage => (where === 'device' ? localStorage : sessionStorage)

type Name = 'token' | 'name' | 'theme' | 'stream' | 'answers' | 'mode' | 'demo'
const storageKey = (name: Name): string => `askance-${name}`

/** Reads a value from the tab, else from the device. */
export const readStored = (name: Name): string | undefined =>
  attempt(() => sessionStorage.getItem(storageKey(name)) ?? localStorage.getItem(storageKey(name))) ??
  undefined

export const writeStored = (name: Name, value: string, where: StorageScope = 'device'): void => {
  attempt(() => storageFor(where).setItem(storageKey(name), value))
}

export const removeStored = (name: Name): void => {
  for (const where of ['device', 'tab'] as const)
    attempt(() => storageFor(where).removeItem(storageKey(name)))
}
