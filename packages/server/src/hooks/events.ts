import type { HookRecord, NewDelivery, Page } from '../store/records.js'
import type { StreamEvent } from '../stream/classifier.js'
import type { Advised } from '../stream/entries.js'
import { labelOf, labelProperty } from '../stream/label-values.js'
import { type NumberedDecision, PREDICTED, predictionDeliveries, wantsPredictions } from './predictions.js'

/** The `data` of a webhook message. */
type HookData = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** The log events that webhooks can be about. */
export type HookedEvent = StreamEvent | Advised

/** The declaration of a webhook event. Docs, validation and sending are derived from it. */
interface HookEvent {
  readonly summary: string
  /** Returns the `data` of the message, or undefined if the log event does not trigger it. */
  data(event: HookedEvent): HookData | undefined
}

/** Every event that a webhook can subscribe to. */
export const hookEvents = {
  'question.opened': {
    summary: 'a question was opened',
    data: (event) => {
      if ((event.type !== 'observed' && event.type !== 'chosen') || !event.asked) return undefined
      const { id, t, predicted, confidence, probability, reason } = event
      return {
        id,
        t,
        predicted,
        confidence,
        probability,
        ...(reason && { reason }),
        ...('classes' in event && { classes: event.classes }),
      }
    },
  },
  'answer.learned': {
    summary: 'an answer was learned or corrected',
    data: (event) => {
      if (event.type !== 'answered' && event.type !== 'corrected') return undefined
      const { id, by, type } = event
      return {
        id,
        ...labelProperty(labelOf(event)),
        ...(by !== undefined && { by }),
        corrected: type === 'corrected',
      }
    },
  },
  'stop.advised': {
    summary: 'more labels are unlikely to help; sent once, and again only after it was no longer so',
    data: (event) => {
      if (event.type !== 'advised' || !event.stop) return undefined
      const { type: _, time: __, stop: ___, ...data } = event
      return data
    },
  },
  [PREDICTED]: {
    summary:
      'items were predicted; those of each second are sent together, filtered. Webhooks must name it: `*` does not include it',
    // `predictionDeliveries` makes these messages, because one is about many log events.
    data: () => undefined,
  },
} as const satisfies Readonly<Record<string, HookEvent>>

export type HookEventName = keyof typeof hookEvents

const hookEventNames = Object.keys(hookEvents) as readonly HookEventName[]

/** An event of a page, and its number in the log. */
interface NumberedEvent {
  readonly seq: number
  readonly event: HookedEvent
}

/** The log events that webhooks and metrics use. */
const NOTABLE = ['observed', 'chosen', 'answered', 'corrected', 'drifted', 'rebudgeted', 'advised']
const TYPE = /^\{"type":"(\w+)"/

const isNotable = (line: string, hasPredictions: boolean): boolean => {
  const type = TYPE.exec(line)?.[1] ?? ''
  return NOTABLE.includes(type) && (type !== 'observed' || hasPredictions || line.includes('"asked":true'))
}

/**
 * Parses the events of a page that webhooks and metrics use. The others are most of the log and can be large (rows,
 * imported models), so they are skipped without parsing, also predictions that nobody wants.
 */
export const notableEvents = (
  { seq, events, isQuiet }: Pick<Page, 'seq' | 'events' | 'isQuiet'>,
  hasPredictions = false,
): readonly NumberedEvent[] => {
  if (isQuiet && !hasPredictions) return []
  return events
    .split('\n')
    .flatMap((line, k) =>
      isNotable(line, hasPredictions) ? [{ seq: seq + k, event: JSON.parse(line) as HookedEvent }] : [],
    )
}

/** The body of a webhook message. */
export interface Message {
  readonly type: string
  readonly stream: string
  /** The number of the log event. Messages may arrive out of order; `seq` restores it. */
  readonly seq: number
  readonly time: number
  readonly data: HookData
}

/** Subscribes a webhook to all events, including those added later, except predictions. */
export const ALL_EVENTS = '*'

/** Everything that a webhook can subscribe to. */
export const subscriptions = [ALL_EVENTS, ...hookEventNames] as const

/** The webhook messages of a page. They are stored in the same transaction as the page. */
export const deliveriesFor = (
  hooks: readonly HookRecord[],
  page: Pick<Page, 'stream' | 'seq' | 'events' | 'time' | 'isQuiet'>,
): readonly NewDelivery[] => {
  if (hooks.length === 0) return []
  const predicting = hooks.filter(wantsPredictions)
  const events = notableEvents(page, predicting.length > 0)
  const messages = events.flatMap((numbered) => hookMessages(page.stream, numbered))
  const deliveries = messages.flatMap((message) => {
    const body = JSON.stringify(message)
    return hooks
      .filter(({ events }) => events.includes(message.type) || events.includes(ALL_EVENTS))
      .map(({ id }) => ({ hook: id, event: message.type, body, due: page.time }))
  })
  return predicting.length === 0
    ? deliveries
    : [...deliveries, ...predictionDeliveries(predicting, events.filter(isDecision), page)]
}

const isDecision = (numbered: NumberedEvent): numbered is NumberedDecision =>
  numbered.event.type === 'observed'

const hookMessages = (stream: string, { seq, event }: NumberedEvent): readonly Message[] =>
  hookEventNames.flatMap((type) => {
    const data = hookEvents[type].data(event)
    return data ? [{ type, stream, seq, time: event.time, data }] : []
  })
