import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { nearest } from '@askance/core'
import { serverError } from '../errors.js'
import { flagOf, settingNames, variableOf } from './names.js'
import { type Setting, type SettingName, type Settings, settingsTable, usualSettings } from './table.js'
import { checkedValue, fromText, type SettingValue } from './values.js'

/** Where settings come from. Flags win over the environment, which wins over the file, which wins over the defaults. */
export interface Sources {
  /** By the name of the setting, or of the flag without its dashes. */
  readonly flags?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A JSON file; that of `ASKANCE_CONFIG` if not given. */
  readonly file?: string
}

/** Variables that begin like settings and are none. */
const OTHER_VARIABLES = ['ASKANCE_CONFIG', 'ASKANCE_DATA']

type Given = Partial<Record<SettingName, SettingValue>>

/** All settings as they hold, checked. Throws `setting/value`, `setting/unknown`, `setting/file`, `setting/anonymous`. */
export const readSettings = ({ flags = {}, env = {}, file }: Sources): Settings => {
  const path = file ?? (env.ASKANCE_CONFIG || undefined)
  const given: Given = {
    ...(path !== undefined && fromFile(path)),
    ...fromEnvironment(env),
    ...fromFlags(flags),
  }
  const settings = { ...usualSettings, ...given } as Settings
  checkTogether(settings)
  return settings
}

const declared = (name: SettingName): Setting => settingsTable[name]

const fromFlags = (flags: Readonly<Record<string, unknown>>): Given => {
  const byFlag = new Map(
    settingNames.flatMap((name) => [[name, name] as const, [flagOf(name), name] as const]),
  )
  const given: Given = {}
  for (const [flag, value] of Object.entries(flags)) {
    if (value === undefined) continue
    const name = byFlag.get(flag)
    if (name === undefined)
      throw unknown('the command line', `--${flag}`, settingNames.map(flagOf), flag, '--')
    given[name] = checkedText(`--${flagOf(name)}`, declared(name), value)
  }
  return given
}

const fromEnvironment = (env: Readonly<Record<string, string | undefined>>): Given => {
  const variables = settingNames.map(variableOf)
  const given: Given = {}
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith('ASKANCE_') || !text || OTHER_VARIABLES.includes(variable)) continue
    const name = settingNames[variables.indexOf(variable)]
    if (name !== undefined) given[name] = checkedText(variable, declared(name), text)
    // Others may have variables that begin so too; only what is a misspelt setting is a mistake.
    else if (nearest(variable, variables)) throw unknown('the environment', variable, variables)
  }
  return given
}

const checkedText = (name: string, setting: Setting, value: unknown): SettingValue =>
  checkedValue(name, setting, typeof value === 'string' ? fromText(setting, value) : value, value)

const fromFile = (path: string): Given => {
  const given: Given = {}
  for (const [name, value] of Object.entries(parsedFile(path))) {
    if (!Object.hasOwn(settingsTable, name)) throw unknown(path, name, settingNames)
    given[name as SettingName] = checkedValue(`${name} in ${path}`, declared(name as SettingName), value)
  }
  return given
}

const parsedFile = (path: string): object => {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw serverError('setting/file', {
      path,
      reason: error instanceof Error ? error.message : String(error),
    })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw serverError('setting/file', { path, reason: 'expected a JSON object' })
}

const unknown = (
  source: string,
  name: string,
  known: readonly string[],
  written = name,
  prefix = '',
): Error => {
  const near = nearest(written, known)
  const hint = near
    ? `did you mean ${prefix}${near}?`
    : `known are ${known.map((one) => prefix + one).join(', ')}`
  return serverError('setting/unknown', { source, name, hint })
}

/** Whether only this machine itself can reach a service that listens there. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

/** What no setting can tell alone. */
export const checkTogether = ({ anonymous, host, corsOrigins }: Settings): void => {
  if (anonymous && !isLoopback(host)) throw serverError('setting/anonymous', { host })
  for (const found of corsOrigins)
    if (!isOrigin(found))
      throw serverError('setting/value', {
        name: 'corsOrigins',
        found,
        expected: 'addresses without a path, such as https://desk.example.org',
      })
}
