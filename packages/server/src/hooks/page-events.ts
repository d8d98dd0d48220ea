import type { LiveEvent } from '@askance/core'
import type { Page } from '../store/records.js'

/** An event of a page, and its number in the log. */
export interface NumberedEvent {
  readonly seq: number
  readonly event: LiveEvent
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
    .flatMap((line, k) => (isNotable(line) ? [{ seq: seq + k, event: JSON.parse(line) as LiveEvent }] : []))
