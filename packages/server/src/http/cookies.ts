import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings/table.js'

type CookieName = 'session' | 'sign-in' | 'id-token'

/** The address that ends a session. */
export const SIGN_OUT = '/auth/sign-out'

type Address = Pick<Settings, 'publicUrl'>

const isSecure = ({ publicUrl }: Address): boolean => publicUrl.startsWith('https:')

/** Where a browser sends a cookie. The ID token is large and needed at one place. */
const pathOf = (name: CookieName): string => (name === 'id-token' ? SIGN_OUT : '/')

/** With this prefix, browsers accept a cookie from this host over HTTPS only, so that no other host of the domain
 * can set it. It requires the path of all addresses. */
const fullName = (name: CookieName, settings: Address): string =>
  `${isSecure(settings) ? (pathOf(name) === '/' ? '__Host-' : '__Secure-') : ''}askance-${name}`

/** The value of a cookie of the request; undefined if it is missing or there are several. */
export const readCookie = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  name: CookieName,
  settings: Address,
): string | undefined => {
  const prefix = `${fullName(name, settings)}=`
  const found = (headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined
}

/**
 * Sets a cookie that scripts cannot read, and that browsers do not send with requests of other sites, except when a person
 * follows a link. Zero seconds delete it.
 */
export const setCookie = (
  reply: FastifyReply,
  name: CookieName,
  value: string,
  seconds: number,
  settings: Address,
): void => {
  const parts = [
    `${fullName(name, settings)}=${value}`,
    `Path=${pathOf(name)}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
  ]
  const cookie = [...parts, ...(isSecure(settings) ? ['Secure'] : [])].join('; ')
  const before = reply.getHeader('set-cookie')
  reply.header('set-cookie', [
    ...(Array.isArray(before) ? before : before === undefined ? [] : [String(before)]),
    cookie,
  ])
}
