import { isLabeller } from './guard.js'
import type { LogEvent } from './log-events.js'
import type { RouteCall } from './route.js'

/** A request about the log of a stream. */
export type LogCall = Pick<
  RouteCall<{ stream: string }, unknown, unknown>,
  'params' | 'context' | 'caller' | 'identity'
>

/**
 * Removes the labels of others from answers to questions that more people will answer, because they would influence those who answer
 * next. Owners see them. It must be called after the events were read: an answer to a question that is open then is hidden.
 */
export const blinded = async (
  { params, context, caller, identity }: LogCall,
  events: readonly LogEvent[],
): Promise<readonly LogEvent[]> => {
  const isHidden = ({ type, by }: LogEvent): boolean => isAnswer(type) && by !== identity.name
  if (!isLabeller(identity) || !events.some(isHidden)) return events
  const open = new Set(await context.service.run(params.stream, 'undecided', {}, caller))
  return events.map((event) => (isHidden(event) && open.has(String(event.id)) ? withoutLabel(event) : event))
}

/** Answers are hidden while another person, who must not see them, answers too. */
export const ANSWERS: readonly string[] = ['voted', 'answered', 'checked']

const isAnswer = (type: string): boolean => ANSWERS.includes(type)

/** An event of which others, who will answer too, must not see the label. */
export const withoutLabel = ({ label: _, labels: __, ...event }: LogEvent): LogEvent => event as LogEvent
