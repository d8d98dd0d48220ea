import { type AskanceClient, createClient, ProblemError, type Schemas, unwrap } from '@askance/server/client'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { readStored, removeStored, writeStored } from './storage.js'

export type Role = Schemas['Me']['role']

/** Who is here, and the service for them. */
export interface Session {
  readonly client: AskanceClient
  readonly me: Schemas['Me']
  /** Whether the service takes everybody on this machine at their word. */
  readonly anonymous: boolean
}

const clientFor = (token: string | undefined, name: string | undefined): AskanceClient =>
  createClient({
    baseUrl: location.origin,
    ...(token !== undefined && { token }),
    ...(token === undefined && name !== undefined && { name }),
  })

/** Who is here, as the service knows them; nobody where it wants a token first. */
export const openSession = async (): Promise<Session | undefined> => {
  const token = readStored('token')
  const client = clientFor(token, readStored('name'))
  try {
    return { client, me: await unwrap(client.GET('/v1/me')), anonymous: token === undefined }
  } catch (cause) {
    if (isUnknown(cause)) return undefined
    if (!(isRefused(cause) && readStored('name') !== undefined)) throw cause
    // A name that the service does not take would be refused for ever.
    removeStored('name')
    return openSession()
  }
}

const isRefused = (cause: unknown): boolean => cause instanceof ProblemError && cause.status === 400

const isUnknown = (cause: unknown): boolean => cause instanceof ProblemError && cause.status === 401

/** Other characters than these cannot even be sent. */
const TOKEN = /^[\x21-\x7e]{1,200}$/

/** Tries a token, and keeps it if the service knows it. */
export const signIn = async (token: string, stay: boolean): Promise<boolean> => {
  if (!TOKEN.test(token)) return false
  try {
    await unwrap(clientFor(token, undefined).GET('/v1/me'))
  } catch (cause) {
    if (isUnknown(cause)) return false
    throw cause
  }
  removeStored('token')
  writeStored('token', token, stay ? 'device' : 'tab')
  return true
}

export const signOut = (): void => removeStored('token')

const ranks: Readonly<Record<Role, number>> = { reader: 0, labeller: 1, owner: 2 }

/**
 * Whether a role reaches as far as another.
 *
 * @example
 * hasRole('owner', 'labeller') // => true
 * hasRole('reader', 'labeller') // => false
 */
export const hasRole = (role: Role, needed: Role): boolean => ranks[role] >= ranks[needed]

export const SessionContext = createContext<Session | undefined>(undefined)

/** The session of whoever is here; views are drawn only within one. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no session here')
  return session
}
