import type { ClassifierEvent } from '@askance/core'
import type { HookRecord, NewDelivery, Page } from '../store/records.js'

/** What a webhook is told about one event of the log. */
export type HookData = Readonly<Record<string, string | number | boolean>>

/** A kind of message as data: the page, the checks of requests and the sending all come from this. */
export interface HookEvent {
  readonly summary: string
  /** What `data` of the message holds; undefined where this event of the log is not meant. */
  data(event: ClassifierEvent): HookData | undefined
}

/** Every kind of message that a webhook can ask for. */
export const hookEvents = {
  'question.opened': {
    summary: 'an item was asked about: its question is open',
    data: (event) => {
      if (event.type !== 'observed' || !event.asked) return undefined
      const { id, t, predicted, confidence, probability, reason } = event
      return { id, t, predicted, confidence, probability, ...(reason && { reason }) }
    },
  },
  'answer.learned': {
    summary: 'an answer was learned, or took the place of another',
    data: (event) => {
      if (event.type !== 'answered' && event.type !== 'corrected') return undefined
      const { id, label, by, type } = event
      return { id, label, ...(by !== undefined && { by }), corrected: type === 'corrected' }
    },
  },
} as const satisfies Readonly<Record<string, HookEvent>>

export type HookEventName = keyof typeof hookEvents

export const hookEventNames = Object.keys(hookEvents) as readonly HookEventName[]

/** An event of a page, and its number in the log. */
export interface NumberedEvent {
  readonly seq: number
  readonly event: ClassifierEvent
}

/** The types of events that somebody outside the stream wants to know of. */
const NOTABLE = ['observed', 'answered', 'corrected', 'drifted', 'rebudgeted']
const TYPE = /^\{"type":"(\w+)"/

const isNotable = (line: string): boolean => {
  const type = TYPE.exec(line)?.[1] ?? ''
  return NOTABLE.includes(type) && (type !== 'observed' || line.includes('"asked":true'))
}

/**
 * The events of a page that others want to know of. Those about items that were not asked about are most of all, and have
 * long rows, as those that were taught have; a model may be hundreds of megabytes: they are not even parsed.
 */
export const notableEvents = ({ seq, events }: Pick<Page, 'seq' | 'events'>): readonly NumberedEvent[] =>
  events
    .split('\n')
    .flatMap((line, k) =>
      isNotable(line) ? [{ seq: seq + k, event: JSON.parse(line) as ClassifierEvent }] : [],
    )

/** What the body of a message is, before it is JSON. */
export interface Message {
  readonly type: string
  readonly stream: string
  /** The number of the event in the log of the stream: messages may come out of order, this tells it. */
  readonly seq: number
  readonly time: number
  readonly data: HookData
}

/** What a webhook that wants all messages, also of kinds that are yet to come, has among its events. */
export const ALL_EVENTS = '*'

/** The messages for the webhooks of a stream that a page brings. They are written with the page, whole or not at all. */
export const deliveriesFor = (
  hooks: readonly HookRecord[],
  page: Pick<Page, 'stream' | 'seq' | 'events' | 'time'>,
): readonly NewDelivery[] => {
  if (hooks.length === 0) return []
  const messages = notableEvents(page).flatMap((numbered) => hookMessages(page.stream, numbered))
  return messages.flatMap((message) => {
    const body = JSON.stringify(message)
    return hooks
      .filter(({ events }) => events.includes(message.type) || events.includes(ALL_EVENTS))
      .map(({ id }) => ({ hook: id, event: message.type, body, due: page.time }))
  })
}

const hookMessages = (stream: string, { seq, event }: NumberedEvent): readonly Message[] =>
  hookEventNames.flatMap((type) => {
    const data = hookEvents[type].data(event)
    return data ? [{ type, stream, seq, time: event.time, data }] : []
  })
