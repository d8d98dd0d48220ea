const DAY = 86_400_000

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const seconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** Formats a time briefly: time of day, weekday or date. */
export const formatTime = (at: number, now: number): string => {
  if (new Date(at).toDateString() === new Date(now).toDateString()) return time.format(at)
  return (now - at < 6 * DAY ? weekday : day).format(at)
}

/** Includes seconds for today. */
export const formatTimeWithSeconds = (at: number, now: number): string =>
  new Date(at).toDateString() === new Date(now).toDateString() ? seconds.format(at) : formatTime(at, now)

export const formatDate = (at: number): string => whole.format(at)
