import { mailDate } from '../../mail/date.js'
import type { DateStyle } from './roles.js'

/** A point in time. */
export interface Moment {
  /** Days since 1970, in UTC. */
  readonly days: number
  /** As written, in the time zone of the writer. */
  readonly weekday: string
  readonly hour: number
  /** Whether a time of day was written. */
  readonly hasTime: boolean
}

const DAY_MS = 86_400_000
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const TIME = String.raw`(?:(?:[T ]|, ?)\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([AaPp]\.?[Mm]\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?)?`
const ISO = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`)
const LOCAL = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`)
const COMPACT = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})${TIME}$`)
const NAMED =
  /^(?:[A-Za-z]{3,9}\.?,? +)?(?:\d{1,2}[ -][A-Za-z]{3,9}\.?[ -]\d{4}|[A-Za-z]{3,9}\.? +\d{1,2} +\d{1,2}:\d{2}\S*.* \d{4})/
const EPOCH = /^\d{9,14}(?:\.\d+)?$/
/** From 2001 to 2100: smaller numbers are usually something else. */
const EPOCH_SECONDS = [1e9, 4.1e9] as const
const MAX_LENGTH = 64

/**
 * Parses a date; undefined if it is none. Without a time zone it is UTC.
 *
 * @example
 * parsedDate('31.12.2025 14:05', 'dmy') // => { days: 20453.586805555555, weekday: 'Wed', hour: 14, hasTime: true }
 * parsedDate('2025-12-31', 'iso')?.weekday // => 'Wed'
 * parsedDate('31.02.2025', 'dmy') // => undefined
 */
export const parsedDate = (field: string, style: DateStyle): Moment | undefined => {
  const text = field.trim()
  if (text === '' || text.length > MAX_LENGTH) return undefined
  if (style === 's' || style === 'ms') return epochMoment(text, style)
  if (style === 'named') return namedMoment(text)
  if (style === 'iso' || style === 'compact') {
    const found = (style === 'iso' ? ISO : COMPACT).exec(text)
    return found ? moment(Number(found[1]), Number(found[2]), Number(found[3]), found.slice(4)) : undefined
  }
  const found = LOCAL.exec(text)
  if (!found) return undefined
  const [first, second, year] = [Number(found[1]), Number(found[3]), fullYear(found[4]!)]
  return style === 'dmy'
    ? moment(year, second, first, found.slice(5))
    : moment(year, first, second, found.slice(5))
}

const fullYear = (text: string): number =>
  text.length === 4 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900)

const moment = (
  year: number,
  month: number,
  day: number,
  [hours, minutes, seconds, half, zone]: readonly (string | undefined)[],
): Moment | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1) return undefined
  const hour = half === undefined ? Number(hours ?? 0) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0)
  const past = 60 * (60 * hour + Number(minutes ?? 0)) + Number(seconds ?? 0)
  if (hour > 24 || Number(minutes ?? 0) > 59 || past > 86_400) return undefined
  const local = date.getTime() + 1000 * past
  return {
    days: (local - 60_000 * offsetMinutes(zone)) / DAY_MS,
    weekday: WEEKDAYS[new Date(local).getUTCDay()]!,
    hour: hour % 24,
    hasTime: hours !== undefined,
  }
}

const offsetMinutes = (zone: string | undefined): number => {
  const found = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '')
  if (!found) return 0
  return (found[1] === '-' ? -1 : 1) * (60 * Number(found[2]) + Number(found[3] ?? 0))
}

const namedMoment = (text: string): Moment | undefined => {
  const date = NAMED.test(text) ? mailDate(text) : undefined
  const clock = /(\d{1,2}):(\d{2})/.exec(text)
  if (!date || Number.isNaN(date.getTime())) return undefined
  const utc = date.getTime()
  // The time as written, and the weekday at that time.
  const hour = Number(clock?.[1] ?? 0)
  const shift = ((hour - date.getUTCHours() + 36) % 24) - 12
  return {
    days: utc / DAY_MS,
    weekday: WEEKDAYS[new Date(utc + 3_600_000 * shift).getUTCDay()]!,
    hour,
    hasTime: clock !== null,
  }
}

const epochMoment = (text: string, style: 's' | 'ms'): Moment | undefined => {
  const milliseconds = EPOCH.test(text) ? Number(text) * (style === 's' ? 1000 : 1) : Number.NaN
  if (Number.isNaN(milliseconds)) return undefined
  const date = new Date(milliseconds)
  return {
    days: milliseconds / DAY_MS,
    weekday: WEEKDAYS[date.getUTCDay()]!,
    hour: date.getUTCHours(),
    hasTime: true,
  }
}

const DATE_NAME =
  /date|datum|time|zeit|stamp|epoch|fecha|(?:^|[^a-z])(?:ts|day|tag|created|updated|modified|received|sent|opened|closed|at|on)$/i

/** Whether the column name says that it holds dates. */
const isDateName = (name: string): boolean => DATE_NAME.test(name.replace(/([a-z])([A-Z])/g, '$1_$2').trim())

const isEpoch = (values: readonly string[], factor: number): boolean =>
  values.every((value) => {
    const number = Number(value) / factor
    return EPOCH.test(value.trim()) && number >= EPOCH_SECONDS[0] && number <= EPOCH_SECONDS[1]
  })

/** The style of numbers that are dates, which only the column name can tell. */
export const numericDateStyle = (name: string, values: readonly string[]): DateStyle | undefined => {
  if (values.length === 0 || !isDateName(name)) return undefined
  if (isEpoch(values, 1)) return 's'
  if (isEpoch(values, 1000)) return 'ms'
  const isCompact = values.every((value) => /^(?:19|20)\d{6}$/.test(value.trim()))
  return isCompact && values.every((value) => parsedDate(value, 'compact')) ? 'compact' : undefined
}

/** The style in which all values are dates; undefined if there is none. A dot means that the day comes first. */
export const dateStyleOf = (values: readonly string[]): DateStyle | undefined => {
  if (values.length === 0) return undefined
  const hasDots = values.some((value) => /^\s*\d{1,2}\./.test(value))
  const styles: readonly DateStyle[] = [
    'iso',
    ...(hasDots ? (['dmy'] as const) : (['mdy', 'dmy'] as const)),
    'named',
  ]
  return styles.find((style) => values.every((value) => parsedDate(value, style) !== undefined))
}
