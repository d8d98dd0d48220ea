import { type AskanceClient, createClient, ProblemError, type Schemas, unwrap } from '@askance/server/client'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { readStored, removeStored, writeStored } from './storage.js'

export type Role = Schemas['Me']['role']

/** The signed-in user and an API client. */
export interface Session {
  readonly client: AskanceClient
  readonly me: Schemas['Me']
  /** Whether the service runs with `--anonymous`. */
  readonly anonymous: boolean
}

const clientFor = (token: string | undefined, name: string | undefined): AskanceClient =>
  createClient({
    baseUrl: location.origin,
    ...(token !== undefined && { token }),
    ...(token === undefined && name !== undefined && { name }),
  })

/** Opens a session, or returns undefined if the service requires a token. */
export const openSession = async (): Promise<Session | undefined> => {
  const token = readStored('token')
  const client = clientFor(token, readStored('name'))
  try {
    const me = await unwrap(client.GET('/v1/me'))
    return { client, me, anonymous: me.via === 'anonymous' }
  } catch (cause) {
    if (isUnknown(cause)) return undefined
    if (!(isRefused(cause) && readStored('name') !== undefined)) throw cause
    // Drops a stored name that the service rejects; every later request would fail too.
    removeStored('name')
    return openSession()
  }
}

const isRefused = (cause: unknown): boolean => cause instanceof ProblemError && cause.status === 400

const isUnknown = (cause: unknown): boolean => cause instanceof ProblemError && cause.status === 401

/** Other characters are not allowed in an HTTP header. */
const TOKEN = /^[\x21-\x7e]{1,200}$/

/** Checks a token and stores it if it is valid. */
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

/** Forgets the token, or ends the session of the browser. Returns where the person signs out at the identity provider, if they do. */
export const signOut = async ({ client, me }: Session): Promise<string | undefined> => {
  removeStored('token')
  return me.via === 'session' ? (await unwrap(client.POST('/auth/sign-out'))).url : undefined
}

/** How people sign in besides with a token. */
export const readSignIn = () => unwrap(clientFor(undefined, undefined).GET('/v1/sign-in'))

const ranks: Readonly<Record<Role, number>> = { reader: 0, labeller: 1, owner: 2 }

/**
 * Whether a role includes another.
 *
 * @example
 * hasRole('owner', 'labeller') // => true
 * hasRole('reader', 'labeller') // => false
 */
export const hasRole = (role: Role, needed: Role): boolean => ranks[role] >= ranks[needed]

export const SessionContext = createContext<Session | undefined>(undefined)

/** Returns the current session. Views are rendered only with one. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no session here')
  return session
}
