import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'
import type { Role } from '../store/records.js'

/** What an identity provider says of a person. */
export type Claims = Readonly<Record<string, unknown>>

/** The roles, the most powerful first. */
const ROLES = ['owner', 'labeller', 'reader'] as const satisfies readonly Role[]

/** Stands for every value of the claim, and for a missing one. */
const ANYBODY = '*'

/**
 * Parses an entry of `oidcRoles`; undefined if it is not one. A value may contain `=`, as the names of LDAP groups do.
 *
 * @example
 * parseRole('annotators=labeller') // => { value: 'annotators', role: 'labeller' }
 * parseRole('cn=ml=owner') // => { value: 'cn=ml', role: 'owner' }
 * parseRole('annotators=boss') // => undefined
 */
export const parseRole = (entry: string): { readonly value: string; readonly role: Role } | undefined => {
  const place = entry.lastIndexOf('=')
  const value = entry.slice(0, Math.max(0, place)).trim()
  const role = ROLES.find((known) => known === entry.slice(place + 1).trim())
  return role && value !== '' ? { value, role } : undefined
}

const ownValue = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as Claims)[name]
    : undefined

/** The value of a claim, by its name or by a path of names. */
export const claimValue = (claims: Claims, name: string): unknown =>
  ownValue(claims, name) ?? name.split('.').reduce<unknown>(ownValue, claims)

/**
 * The most powerful role that a person has by the values of a claim; undefined without a match.
 *
 * @example
 * const settings = { oidcRoleClaim: 'groups', oidcRoles: ['ml=owner', 'annotators=labeller'] }
 * roleFrom({ groups: ['annotators', 'other'] }, settings) // => 'labeller'
 * roleFrom({ groups: 'ml' }, settings) // => 'owner'
 * roleFrom({}, settings) // => undefined
 */
export const roleFrom = (
  claims: Claims,
  { oidcRoleClaim, oidcRoles }: Pick<Settings, 'oidcRoleClaim' | 'oidcRoles'>,
): Role | undefined => {
  const found = claimValue(claims, oidcRoleClaim)
  const values = new Set<unknown>([ANYBODY, ...(Array.isArray(found) ? found : [found])])
  const roles = oidcRoles
    .map(parseRole)
    .flatMap((entry) => (entry && values.has(entry.value) ? [entry.role] : []))
  return ROLES.find((role) => roles.includes(role))
}

/**
 * Whether a value is a line of printable characters, and not longer than that. Formatting characters, which can reverse or hide the others, are not.
 *
 * @example
 * isPrintable('ada@example.org', 80) // => true
 * isPrintable('ada\u202e', 80) // => false
 */
export const isPrintable = (value: unknown, most: number): boolean =>
  typeof value === 'string' &&
  value.length <= most &&
  /^[^\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]+$/u.test(value)

/** As in the schema of names. */
const MAX_NAME = 80

/** The name of a person, which the log and grants know them by. */
export const nameFrom = (
  claims: Claims,
  { oidcNameClaim: claim }: Pick<Settings, 'oidcNameClaim'>,
): string => {
  const name = claimValue(claims, claim)
  const reason = !isPrintable(name, MAX_NAME)
    ? 'expected 1 to 80 printable characters'
    : claim === 'email' && claims.email_verified !== true
      ? 'the email address is not verified'
      : undefined
  if (reason !== undefined) throw serverError('sign-in/name', { claim, reason })
  return name as string
}
