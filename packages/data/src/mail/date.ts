const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** "22 Aug 2002 12:36:16 +0100" and, as in mailboxes, "Aug 22 12:36:23 2002"; other text may surround it. */
const DAY_FIRST = /(\d{1,2})[ -]+([a-z]{3})[a-z]*\.?[ -]+(\d{2,4})/
const MONTH_FIRST = /([a-z]{3}) +(\d{1,2}) +\d{1,2}:\d{2}.* (\d{4})/
const TIME = /(\d{1,2}):(\d{2})(?::(\d{2}))?/
const ZONE = /:\d{2} *([+-])(\d{2})(\d{2})/
/** No date is longer, and the patterns are slow on long texts. */
const MAX_LENGTH = 200
/** UTC offsets in hours of named time zones. */
const ZONES: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

/**
 * Parses the date of a mail; undefined if it is unreadable. Two-digit years and years of
 * programs that count from 1900 are corrected; the default time zone is UTC.
 *
 * @example
 * mailDate('Thu, 22 Aug 2002 12:36:16 +0100 (IST)').toISOString() // => '2002-08-22T11:36:16.000Z'
 * mailDate('Thu Aug 22 12:36:23 2002').toISOString() // => '2002-08-22T12:36:23.000Z'
 * mailDate('Fri, 5 Jul 102 08:00 EDT').toISOString() // => '2002-07-05T12:00:00.000Z'
 * mailDate('yesterday') // => undefined
 */
export const mailDate = (text: string): Date | undefined => {
  const low = text.slice(0, MAX_LENGTH).toLowerCase()
  const [, monthA, dayA, yearA] = MONTH_FIRST.exec(low) ?? []
  const [, dayB, monthB, yearB] = DAY_FIRST.exec(low) ?? []
  const month = MONTHS.indexOf(monthB ?? monthA ?? '')
  const day = Number(dayB ?? dayA)
  const [, hours = '0', minutes = '0', seconds = '0'] = TIME.exec(low) ?? []
  if (month < 0 || !(day >= 1 && day <= 31) || Number(hours) > 23 || Number(minutes) > 59) return undefined
  const local = Date.UTC(
    fullYear(Number(yearB ?? yearA)),
    month,
    day,
    Number(hours),
    Number(minutes),
    Number(seconds),
  )
  return new Date(local - 60_000 * zoneMinutes(low))
}

const fullYear = (year: number): number => {
  if (year < 70) return 2000 + year
  return year < 1000 ? 1900 + year : year
}

const zoneMinutes = (text: string): number => {
  const [, sign, hours, minutes] = ZONE.exec(text) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes))
  const [name = ''] = /\b[ecmp][sd]t\b/.exec(text) ?? []
  return 60 * (ZONES[name] ?? 0)
}
