import type { LogPage } from '../store/records.js'
import { withoutMark } from '../store/whole-events.js'

/** A log event with its number. The other fields depend on the type. */
export interface LogEvent {
  readonly seq: number
  readonly type: string
  readonly time: number
  readonly id?: string
  readonly [name: string]: unknown
}

/** Parses the events of a page after a number. Lines that are not `wanted` are skipped without parsing. */
export function* eventsIn(
  { seq, events }: LogPage,
  after: number,
  wanted: (line: string) => boolean = () => true,
): Generator<LogEvent> {
  let number = seq
  for (const line of events.split('\n')) {
    if (number > after && wanted(line)) yield { seq: number, ...JSON.parse(withoutMark(line)) } as LogEvent
    number++
  }
}

/** Adds `seq` to the lines of a page after a number, without parsing them. */
export const numberedLines = ({ seq, events }: LogPage, after: number): string =>
  events
    .split('\n')
    .flatMap((line, k) => (seq + k > after ? [`${withoutMark(line).slice(0, -1)},"seq":${seq + k}}\n`] : []))
    .join('')
