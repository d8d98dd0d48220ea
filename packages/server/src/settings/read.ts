import { readFileSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'
import { admits, expectedOf, nearest, parseText, suggestion, type Value } from '@askance/core/internals'
import { findSyntaxError } from '@askance/data'
import { parseRole } from '../access/claims.js'
import { serverError } from '../errors.js'
import { checkCluster } from './cluster.js'
import { checkNode } from './nodes.js'
import {
  defaultSettings,
  flagName,
  type Setting,
  type SettingName,
  type Settings,
  settingNames,
  settingsTable,
  variableName,
} from './table.js'

/** The sources of settings. Precedence: flag, environment, file, default. */
export interface Sources {
  /** Values by the name of the setting or of its flag. */
  readonly flags?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The path of a JSON file; defaults to `ASKANCE_CONFIG`. */
  readonly file?: string
}

/** Variables that have the prefix of settings but are not settings. */
const OTHER_VARIABLES = ['ASKANCE_CONFIG', 'ASKANCE_DATA']

type Given = Partial<Record<SettingName, Value>>

/** Reads and validates all settings. Throws `setting/value`, `setting/unknown`, `setting/file`, `setting/anonymous`. */
export const readSettings = ({ flags = {}, env = {}, file }: Sources): Settings => {
  const path = file ?? (env.ASKANCE_CONFIG || undefined)
  const given: Given = {
    ...(path !== undefined && fromFile(path)),
    ...fromEnvironment(env),
    ...fromFlags(flags),
  }
  const settings = { ...defaultSettings, ...given } as Settings
  checkSettings(settings)
  return settings
}

const fromFlags = (flags: Readonly<Record<string, unknown>>): Given => {
  const given: Given = {}
  for (const [flag, value] of Object.entries(flags)) {
    if (value === undefined) continue
    const name = settingNames.find((known) => known === flag || flagName(known) === flag)
    if (name === undefined)
      throw unknown(
        'the command line',
        `--${flag}`,
        settingNames.map((known) => `--${flagName(known)}`),
      )
    given[name] = checked(`--${flagName(name)}`, name, value, true)
  }
  return given
}

const fromEnvironment = (env: Readonly<Record<string, string | undefined>>): Given => {
  const variables = settingNames.map(variableName)
  const given: Given = {}
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith('ASKANCE_') || !text || OTHER_VARIABLES.includes(variable)) continue
    const name = settingNames[variables.indexOf(variable)]
    if (name !== undefined) given[name] = checked(variable, name, text, true)
    // Other programs may use the prefix, so only a likely misspelling is an error.
    else if (nearest(variable, variables)) throw unknown('the environment', variable, variables)
  }
  return given
}

const fromFile = (path: string): Given => {
  const given: Given = {}
  for (const [name, value] of Object.entries(parsedFile(path))) {
    if (!Object.hasOwn(settingsTable, name)) throw unknown(path, name, settingNames)
    given[name as SettingName] = checked(`${name} in ${path}`, name as SettingName, value, false)
  }
  return given
}

/** Validates one value. `place` names the setting as its source does; `parse` is set for sources that have only strings. */
const checked = (place: string, name: SettingName, written: unknown, parse: boolean): Value => {
  const setting: Setting = settingsTable[name]
  const value = parse && typeof written === 'string' ? parseText(setting, written) : written
  if (admits(setting, value)) return value
  const text = typeof written === 'string' ? written || 'nothing' : JSON.stringify(written)
  const found = setting.secret ? 'something else' : text
  throw serverError('setting/value', { name: place, found, expected: expectedOf(setting, value) })
}

const parsedFile = (path: string): object => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw serverError('setting/file', {
      path,
      reason: error instanceof Error ? error.message : String(error),
    })
  }
  const value = parsedJson(text, path)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw serverError('setting/file', { path, reason: 'expected a JSON object' })
}

const parsedJson = (text: string, source: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // What was found may be a password.
    const { line, column, expected } = findSyntaxError(text)
    throw serverError('setting/json', { expected }, { source, line, column })
  }
}

const unknown = (source: string, name: string, known: readonly string[]): Error =>
  serverError('setting/unknown', { source, name, hint: suggestion(name, known) })

/** Whether the host is a loopback address. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

/**
 * Which proxies to trust, as Fastify expects it; undefined if the setting is invalid.
 *
 * @example
 * trustedProxies('none') // => false
 * trustedProxies('1') // => 1
 * trustedProxies('10.0.0.0/8, ::1') // => ['10.0.0.0/8', '::1']
 * trustedProxies('true') // => undefined
 */
export const trustedProxies = (text: string): false | number | string[] | undefined => {
  if (text === 'none' || text === '0') return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const addresses = text.split(',').map((one) => one.trim())
  return addresses.every(isAddressRange) ? addresses : undefined
}

const isAddressRange = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  return (
    most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

/** Whether people may be sent there: HTTPS, or plain HTTP on this machine. */
const isSafeUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
  )
}

/** Without an issuer, the other settings of sign-in do nothing. */
const checkSignIn = (settings: Settings): void => {
  const { oidcIssuer, oidcClientId, publicUrl, oidcRoles, oidcClientSecret, oidcClientSecretFile } = settings
  const unless = (isValid: boolean, name: SettingName, found: string, expected: string) => {
    if (!isValid) throw serverError('setting/value', { name, found: found || 'nothing', expected })
  }
  if (oidcIssuer === '') return
  const url = 'an https URL, or http on this machine'
  unless(isSafeUrl(oidcIssuer), 'oidcIssuer', oidcIssuer, url)
  unless(oidcClientId !== '', 'oidcClientId', '', 'the client id that the provider has given to this service')
  const isOwn = isSafeUrl(publicUrl) && isOrigin(publicUrl)
  unless(isOwn, 'publicUrl', publicUrl, `${url}, without a path, such as https://askance.example.org`)
  const isOnce = oidcClientSecret === '' || oidcClientSecretFile === ''
  unless(isOnce, 'oidcClientSecretFile', 'oidcClientSecret too', 'only one of them')
  for (const entry of oidcRoles)
    unless(
      parseRole(entry) !== undefined,
      'oidcRoles',
      entry,
      'VALUE=ROLE, where ROLE is owner, labeller or reader',
    )
}

/** Checks settings that depend on each other, proxies and origins. */
export const checkSettings = (settings: Settings): void => {
  const { anonymous, host, corsOrigins, trustProxy, traceEndpoint } = settings
  checkSignIn(settings)
  checkNode(settings)
  checkCluster(settings.cluster)
  if (trustedProxies(trustProxy) === undefined)
    throw serverError('setting/value', {
      name: 'trustProxy',
      found: trustProxy,
      expected: 'none, the number of proxies in a row such as 1, or their addresses such as 10.0.0.0/8',
    })
  if (traceEndpoint !== '' && !isWebAddress(traceEndpoint))
    throw serverError('setting/value', {
      name: 'traceEndpoint',
      found: traceEndpoint,
      expected: 'a URL such as http://127.0.0.1:4318/v1/traces',
    })
  if (anonymous && !isLoopback(host)) throw serverError('setting/anonymous', { host })
  for (const found of corsOrigins)
    if (!isOrigin(found))
      throw serverError('setting/value', {
        name: 'corsOrigins',
        found,
        expected: 'an origin without a path, such as https://desk.example.org',
      })
}

/**
 * A store URL with its password masked.
 *
 * @example
 * redactPassword('postgres://ada:secret@db/askance') // => 'postgres://ada:***@db/askance'
 * redactPassword('postgres://db/askance?user=ada&password=secret') // => 'postgres://db/askance?user=ada&password=***'
 * redactPassword('askance.sqlite') // => 'askance.sqlite'
 */
export const redactPassword = (url: string): string =>
  url.replace(/^([a-z][a-z\d+.-]*:\/\/[^:@/?#]*):.*@/i, '$1:***@').replace(/([?&]password=)[^&#]*/gi, '$1***')

/** Settings with passwords masked, for printing and logging. */
export const redactedSettings = (settings: Settings): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    settingNames.map((name) => {
      const { secret }: Setting = settingsTable[name]
      return [name, secret ? redacted(settings[name], secret) : settings[name]]
    }),
  )

const redacted = (value: Value, kind: true | 'url'): Value => {
  if (kind === 'url') return redactPassword(String(value))
  if (Array.isArray(value)) return value.map(() => '***')
  return value === '' ? '' : '***'
}
