import type { LiveEvent } from '@askance/core'

/** What a webhook is told about one event of the log. */
export type HookData = Readonly<Record<string, string | number | boolean>>

/** A kind of message as data: the page, the checks of requests and the sending all come from this. */
export interface HookEvent {
  readonly summary: string
  /** What `data` of the message holds; undefined where this event of the log is not meant. */
  data(event: LiveEvent): HookData | undefined
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
