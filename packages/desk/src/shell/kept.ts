/** What this browser keeps for us. It may refuse to keep anything, and then nothing is kept. */
const attempt = <T>(what: () => T): T | undefined => {
  try {
    return what()
  } catch {
    return undefined
  }
}

type Where = 'device' | 'tab'
const placeOf = (where: Where): Storage => (where === 'device' ? localStorage : sessionStorage)

type Name = 'token' | 'name' | 'theme' | 'stream' | 'answers'
const keyOf = (name: Name): string => `askance-${name}`

/** What was kept under a name, in this tab or else on this device. */
export const kept = (name: Name): string | undefined =>
  attempt(() => sessionStorage.getItem(keyOf(name)) ?? localStorage.getItem(keyOf(name))) ?? undefined

export const keep = (name: Name, value: string, where: Where = 'device'): void => {
  attempt(() => placeOf(where).setItem(keyOf(name), value))
}

export const forget = (name: Name): void => {
  for (const where of ['device', 'tab'] as const) attempt(() => placeOf(where).removeItem(keyOf(name)))
}
