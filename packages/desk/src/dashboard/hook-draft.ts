import type { Schemas } from '@askance/server/client'

/** The events that can be chosen one by one, and the key of their text. */
export const hookEventTexts = {
  'question.opened': 'question',
  'answer.learned': 'answer',
  'stop.advised': 'stop',
  'item.predicted': 'prediction',
} as const

type HookEvent = keyof typeof hookEventTexts

export const hookEvents = Object.keys(hookEventTexts) as readonly HookEvent[]

/** The form of a new webhook, as typed. */
export interface HookDraft {
  readonly url: string
  readonly events: readonly HookEvent[]
  /** Only predictions of this class; empty for any. */
  readonly label: string
  /** The least confidence in percent; empty for any. */
  readonly percent: string
}

export const emptyHook: HookDraft = { url: '', events: ['question.opened'], label: '', percent: '' }

/** The least confidence as a share; undefined if none was typed, null if it is not a percentage. */
export const shareOf = (percent: string): number | undefined | null => {
  const text = percent.trim().replace(',', '.')
  if (text === '') return undefined
  const value = Number(text)
  return value >= 0 && value <= 100 ? value / 100 : null
}

/** The request of a draft that has no errors. The filter is about predictions only. */
export const hookBody = ({ url, events, label, percent }: HookDraft): Schemas['NewHook'] => {
  const least = shareOf(percent)
  const filter = {
    ...(label !== '' && { classes: [label] }),
    ...(typeof least === 'number' && { minConfidence: least }),
  }
  const hasFilter = events.includes('item.predicted') && Object.keys(filter).length > 0
  return { url: url.trim(), events: [...events], ...(hasFilter && { filter }) }
}
