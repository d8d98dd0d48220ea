import type { HookRecord, NewDelivery, Page } from '../store/records.js'
import { type HookData, hookEventNames, hookEvents } from './events.js'
import { type NumberedEvent, notableEvents } from './page-events.js'

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
export const EVERYTHING = '*'

/** The messages for the webhooks of a stream that a page brings. They are written with the page, whole or not at all. */
export const deliveriesFor = (
  hooks: readonly HookRecord[],
  page: Pick<Page, 'stream' | 'seq' | 'events' | 'time'>,
): readonly NewDelivery[] => {
  if (hooks.length === 0) return []
  const messages = notableEvents(page).flatMap((numbered) => messagesOf(page.stream, numbered))
  return messages.flatMap((message) => {
    const body = JSON.stringify(message)
    return hooks
      .filter(({ events }) => events.includes(message.type) || events.includes(EVERYTHING))
      .map(({ id }) => ({ hook: id, event: message.type, body, due: page.time }))
  })
}

const messagesOf = (stream: string, { seq, event }: NumberedEvent): readonly Message[] =>
  hookEventNames.flatMap((type) => {
    const data = hookEvents[type].data(event)
    return data ? [{ type, stream, seq, time: event.time, data }] : []
  })
