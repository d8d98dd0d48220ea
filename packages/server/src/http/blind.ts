import { isLabeller } from './guard.js'
import type { LogEvent } from './log-events.js'
import type { RouteCall } from './route.js'

/** A request about the log of a stream. */
export type LogCall = Pick<
  RouteCall<{ stream: string }, unknown, unknown>,
  'params' | 'context' | 'caller' | 'identity'
>

/**
 * Removes the labels of others from votes on questions that are still open, because they would influence those who answer next.
 * Owners see them. It must be called after the events were read: a vote on a question that is open then is hidden.
 */
export const blinded = async (
  { params, context, caller, identity }: LogCall,
  events: readonly LogEvent[],
): Promise<readonly LogEvent[]> => {
  const isHidden = ({ type, by }: LogEvent): boolean => type === 'voted' && by !== identity.name
  if (!isLabeller(identity) || !events.some(isHidden)) return events
  const open = new Set(await context.service.run(params.stream, 'undecided', {}, caller))
  return events.map((event) => (isHidden(event) && open.has(String(event.id)) ? withoutLabel(event) : event))
}

const withoutLabel = ({ label: _, labels: __, ...event }: LogEvent): LogEvent => event as LogEvent
