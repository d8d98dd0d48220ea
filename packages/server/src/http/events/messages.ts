import type { Observed } from '@askance/core'
import { toDecision } from '../../operations/known-items.js'
import type { Page } from '../../store/records.js'
import { withoutLabel } from '../blind.js'
import type { LogEvent } from '../log-events.js'

/** A server-sent event. Only messages with an `id` advance the position where a client resumes. */
export interface Message {
  readonly event: string
  readonly data: unknown
  readonly id?: number
}

export const formatMessage = ({ event, data, id }: Message): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

type LogSlice = Pick<Page, 'seq' | 'events'>

const OBSERVED = '{"type":"observed"'
const isObserved = (line: string): boolean => line.startsWith(OBSERVED)
const isAsked = (line: string): boolean => line.includes('"asked":true')

/** Builds the messages for a log event. Event types without an entry send nothing. */
const messageBuilders: Readonly<Record<string, (event: LogEvent) => readonly Message[]>> = {
  observed: (event) => [
    { event: 'decision', data: toDecision(event as unknown as Observed) },
    ...(event.asked ? [openedMessage(event)] : []),
  ],
  chosen: (event) => [openedMessage(event)],
  answered: (event) => [answerMessage(event), questionMessage(event, 'answered')],
  corrected: (event) => [answerMessage(event)],
  forgotten: (event) => [answerMessage(event), questionMessage(event, 'forgotten')],
  voted: (event) => [answerMessage(withoutLabel(event))],
  checked: (event) => [answerMessage(withoutLabel(event))],
  unchecked: (event) => [answerMessage(event)],
  unvoted: (event) => [answerMessage(event)],
  reopened: (event) => [answerMessage(event), questionMessage(event, 'open')],
  skipped: (event) => [questionMessage(event, 'skipped')],
  unsure: (event) => [questionMessage(event, 'unsure')],
  expired: (event) => [questionMessage(event, 'expired')],
  withdrawn: (event) => [questionMessage(event, 'withdrawn')],
  drifted: ({ type: _, ...alarm }) => [{ event: 'drift', data: alarm }],
}

const answerMessage = ({ type, seq, id, label, labels, by, time }: LogEvent): Message => ({
  event: 'answer',
  data: { seq, type, id, label, labels, by, time },
})

const CHECK = '{"type":"check-drawn"'

/** The items of a slice whose answer another person will check. It is on the same page. */
const checkedIds = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => (line.startsWith(CHECK) ? [(JSON.parse(line) as { id: string }).id] : [])))

const questionMessage = ({ seq, id, time }: LogEvent, state: string): Message => ({
  event: 'question',
  data: { seq, id, state, time },
})

const openedMessage = (event: LogEvent): Message => {
  const { seq, id, time, reason, predicted, probability, classes } = event
  return {
    event: 'question',
    data: { seq, id, state: 'open', time, reason, predicted, probability, classes },
  }
}

/** What somebody gets who may not export: neither labels nor decisions, by which the labels of all items could be collected. */
export const withoutLabels = (message: Message): readonly Message[] => {
  if (message.event === 'decision' || message.event === 'answer') return []
  if (message.event !== 'question') return [message]
  const { seq, id, state, time } = message.data as LogEvent
  return [{ ...message, data: { seq, id, state, time } }]
}

/** Selects at most `limit` decisions of a slice, asked items first. */
const chosenDecisions = (lines: readonly string[], limit: number): ReadonlySet<number> => {
  const decisions = lines.flatMap((line, k) => (isObserved(line) ? [k] : []))
  if (decisions.length <= limit) return new Set(decisions)
  const asked = decisions.filter((k) => isAsked(lines[k] ?? ''))
  const others = decisions.filter((k) => !isAsked(lines[k] ?? ''))
  return new Set([...asked, ...others].slice(0, limit))
}

/**
 * The messages for the events of a slice after a number, with at most `limit` decisions. The last message of an event has
 * its number, so that a client resumes only after a complete event.
 */
export const eventMessages = (
  { seq, events }: LogSlice,
  after: number,
  limit: number,
): { readonly messages: readonly Message[]; readonly decisions: number } => {
  const lines = events.split('\n').slice(Math.max(0, after + 1 - seq))
  const first = Math.max(seq, after + 1)
  const chosen = chosenDecisions(lines, limit)
  const checked = checkedIds(lines)
  const messages = lines.flatMap((line, k) => {
    if (line === '' || (isObserved(line) && !chosen.has(k) && !isAsked(line))) return []
    const parsed = { ...JSON.parse(line), seq: first + k } as LogEvent
    const event = checked.has(String(parsed.id)) ? withoutLabel(parsed) : parsed
    const built = (messageBuilders[event.type]?.(event) ?? []).filter(
      (message) => message.event !== 'decision' || chosen.has(k),
    )
    return built.map((message, n) => (n === built.length - 1 ? { ...message, id: event.seq } : message))
  })
  return { messages, decisions: chosen.size }
}
