import { labelText } from '../parts/labels.js'
import { formatProbability } from '../parts/numbers.js'
import { say } from '../words/say.js'

/** A log event of one item. */
export interface HistoryEvent {
  readonly seq: number
  readonly type: string
  readonly time: number
  readonly [name: string]: unknown
}

const known = [
  'taught',
  'answered',
  'corrected',
  'voted',
  'unvoted',
  'check-drawn',
  'checked',
  'unchecked',
  'skipped',
  'unsure',
  'expired',
  'withdrawn',
  'reviewed',
  'reopened',
  'forgotten',
  'erased',
] as const

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A label, or the list of labels in a multi-label stream. */
const asLabel = (value: unknown): string =>
  Array.isArray(value) ? labelText(value.map(asText)) : asText(value)

/**
 * Describes an event; unknown types are shown by name.
 *
 * @example
 * eventText({ seq: 3, type: 'answered', time: 0, label: 'spam', by: 'Ada' }) // => 'answered spam, by Ada'
 * eventText({ seq: 4, type: 'strange', time: 0 }) // => 'strange'
 */
export const eventText = (event: HistoryEvent): string => {
  const by = asText(event.by)
  const text = eventSummary(event)
  return by === '' ? text : `${text}, ${say('dashboard.detail.by', { name: by })}`
}

const eventSummary = (event: HistoryEvent): string => {
  if (event.type === 'observed')
    return say(
      event.asked === true ? 'dashboard.detail.events.observedAsked' : 'dashboard.detail.events.observed',
      { label: asLabel(event.predicted) },
    )
  const type = known.find((name) => name === event.type)
  if (type === undefined) return event.type
  const chance = typeof event.probability === 'number' ? formatProbability(event.probability) : ''
  return say(`dashboard.detail.events.${type}`, { label: asLabel(event.labels ?? event.label), chance })
}
