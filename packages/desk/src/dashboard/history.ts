import { probability } from '../parts/numbers.js'
import { say } from '../words/say.js'

/** An event of the log about one item. */
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
  'skipped',
  'unsure',
  'expired',
  'withdrawn',
  'reviewed',
  'reopened',
  'forgotten',
  'erased',
] as const

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * An event in words; a kind that we do not know by its name.
 *
 * @example
 * eventText({ seq: 3, type: 'answered', time: 0, label: 'spam', by: 'Ada' }) // => 'answered spam, by Ada'
 * eventText({ seq: 4, type: 'strange', time: 0 }) // => 'strange'
 */
export const eventText = (event: HistoryEvent): string => {
  const by = textIn(event.by)
  const text = whatHappened(event)
  return by === '' ? text : `${text}, ${say('dashboard.detail.by', { name: by })}`
}

const whatHappened = (event: HistoryEvent): string => {
  if (event.type === 'observed')
    return say(
      event.asked === true ? 'dashboard.detail.events.observedAsked' : 'dashboard.detail.events.observed',
      { label: textIn(event.predicted) },
    )
  const type = known.find((name) => name === event.type)
  if (type === undefined) return event.type
  const chance = typeof event.probability === 'number' ? probability(event.probability) : ''
  return say(`dashboard.detail.events.${type}`, { label: textIn(event.label), chance })
}
