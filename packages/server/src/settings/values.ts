import { serverError } from '../errors.js'
import type { Setting } from './table.js'

export type SettingValue = string | number | boolean | readonly string[]

const SWITCHES: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false }

/** What stands in a text, such as a variable of the environment, as the type of the setting wants it. */
export const fromText = (setting: Setting, text: string): unknown => {
  if (setting.type === 'whole') return text.trim() === '' ? text : Number(text)
  if (setting.type === 'switch') return SWITCHES[text.trim().toLowerCase()] ?? text
  if (setting.type === 'list')
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  return text
}

const expectedOf = ({ type, least, most, choices, hint }: Setting): string => {
  if (choices) return `one of ${choices.join(', ')}`
  if (type === 'whole') return `a whole number from ${least ?? 0} to ${most ?? Number.MAX_SAFE_INTEGER}`
  if (type === 'switch') return 'true or false'
  if (type === 'list') return 'a list of texts'
  return `a text that is not empty${hint ? ` (${hint})` : ''}`
}

const isSound = (setting: Setting, value: unknown): value is SettingValue => {
  const { type, least = 0, most = Number.MAX_SAFE_INTEGER, choices } = setting
  if (type === 'whole') return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
  if (type === 'switch') return typeof value === 'boolean'
  if (type === 'list') return Array.isArray(value) && value.every((part) => typeof part === 'string')
  return typeof value === 'string' && value !== '' && (choices?.includes(value) ?? true)
}

/** The value, if it is one the setting can have; throws `setting/value`. `name` is as whoever gave it knows it. */
export const checkedValue = (
  name: string,
  setting: Setting,
  value: unknown,
  written = value,
): SettingValue => {
  if (isSound(setting, value)) return value
  const found = setting.secret
    ? 'something else'
    : typeof written === 'string'
      ? written || 'nothing'
      : shown(written)
  throw serverError('setting/value', { name, found, expected: expectedOf(setting) })
}

const shown = (value: unknown): string => JSON.stringify(value) ?? String(value)
